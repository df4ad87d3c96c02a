/**
 * Bodies and answers that take memory worth counting: each is held as long as its client takes to send or to read it,
 * and slow clients would fill the memory otherwise. See exchange-budget.ts for who has to give way.
 */
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, ProblemError, problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { type DropReason, type Exchange, ExchangeBudget, type NewExchange } from './exchange-budget.ts';
import { multipartType } from './raw-body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly exchanges: ExchangeBudget;
  }
  interface FastifyRequest {
    /** The memory of its body, where that is worth counting. */
    countedBody: CountedBody | undefined;
  }
}

export interface CountedBody extends Pick<Exchange, 'finishBody'> {
  /** Counts a piece that is kept. */
  hold(piece: Buffer): void;
  /** Aborted with a problem when the body has to be given up. */
  readonly signal: AbortSignal;
}

/** What a piece takes beside its bytes: pieces of one byte would fill the memory uncounted. */
const bytesPerPiece = 256;

export function createExchangeBudget(): ExchangeBudget {
  return new ExchangeBudget(requestLimits.exchanges);
}

/** Counts the bodies of all routes; answers are counted by the routes that give them. */
export function limitLargeExchanges(app: FastifyInstance, budget: ExchangeBudget): void {
  app.decorate('exchanges', budget);
  app.decorateRequest('countedBody', undefined);
  app.addHook('preParsing', async (request, reply, payload) => {
    const announced = announcedBytes(request);
    // What is larger than the limit is refused unread.
    if (announced <= requestLimits.uncountedBodyBytes || announced > request.routeOptions.bodyLimit)
      return payload;
    const body = countBody(request, reply, isLarge(announced));
    request.countedBody = body;
    // Forms with files are read from the request itself, and counted there (receive-upload.ts).
    if (request.routeOptions.config.rawBodyTypes?.includes(multipartType)) return payload;
    return countPieces(payload as Readable, body, reply);
  });
}

/** Counts the answer until the client has it, or says why it can't be sent now. */
export function refuseLargeAnswer(reply: FastifyReply, bytes: number): Problem | undefined {
  if (!isLarge(bytes)) return undefined;
  let isBegun = false;
  let refusal: Problem | undefined;
  const drop = () => {
    // Once it is being sent nothing else can be said; the client may ask again.
    if (isBegun) reply.raw.destroy();
    else refusal = memoryFull;
  };
  const exchange = begin(reply, { team: teamOf(reply.request), isLarge: true, isBody: false, drop });
  if (exchange === undefined) return tooManyOfTeam;
  exchange.hold(bytes);
  isBegun = true;
  return refusal;
}

function isLarge(bytes: number): boolean {
  return bytes > requestLimits.maxTranslateBodyBytes;
}

/** A body that doesn't say how long it is may be as long as its route allows. */
function announcedBytes({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit;
}

function countBody(request: FastifyRequest, reply: FastifyReply, large: boolean): CountedBody {
  const dropped = new AbortController();
  const exchange = begin(reply, {
    team: teamOf(request),
    isLarge: large,
    isBody: true,
    drop: (reason) => dropped.abort(new ProblemError(problemOf[reason])),
  });
  if (exchange === undefined) throw new ProblemError(tooManyOfTeam);
  return {
    hold: (piece) => exchange.hold(piece.length + bytesPerPiece),
    finishBody: () => exchange.finishBody(),
    signal: dropped.signal,
  };
}

/** Counts from now until the answer is sent or the connection is gone. */
function begin(reply: FastifyReply, exchange: NewExchange): Exchange | undefined {
  const begun = reply.server.exchanges.begin(exchange);
  if (begun === undefined) return undefined;
  const { socket } = reply.request.raw;
  const end = () => {
    socket.off('close', end);
    begun.end();
  };
  reply.raw.once('close', end);
  // Of requests that wait behind another one on the same connection, only the connection says that they are over.
  socket.once('close', end);
  // It may have closed while it was checked who calls.
  if (socket.destroyed) end();
  return begun;
}

function countPieces(payload: Readable, body: CountedBody, reply: FastifyReply): Readable {
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      body.hold(piece);
      done(null, piece);
    },
    flush(done) {
      body.finishBody();
      done();
    },
  });
  // Whoever reads the body listens as well; until then an error would end the process.
  counter.on('error', () => undefined);
  payload.on('error', (error) => counter.destroy(error));
  body.signal.addEventListener('abort', () => counter.destroy(body.signal.reason));
  // What is left of a body that nobody wants is read and thrown away, as it is without this stream in between.
  reply.raw.once('close', () => counter.destroy());
  counter.once('close', () => payload.resume());
  return payload.pipe(counter);
}

/** The caller's, or on the console the one in the path. */
function teamOf({ caller, params }: FastifyRequest): string {
  return caller?.teamId ?? (params as { team?: string } | undefined)?.team ?? '';
}

const tooManyOfTeam = problem(
  'service_unavailable',
  `Your team already has ${requestLimits.exchanges.maxLargePerTeam} large requests in progress on this node. Try again when one of them has finished.`,
  5,
);
const memoryFull = problem(
  'service_unavailable',
  'Too many large requests are in progress. Try again later.',
  5,
);
const problemOf: Readonly<Record<DropReason, Problem>> = {
  memory: memoryFull,
  slow: problem('request_timeout', 'The body arrives too slowly. Send it faster or in smaller parts.'),
};

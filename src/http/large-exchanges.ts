/**
 * Counts the memory of large bodies and responses. Each is held while its client sends or reads it, so slow
 * clients could exhaust the memory. exchange-budget.ts decides which exchange is dropped.
 */
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../lib/client-network.ts';
import { type Problem, ProblemError, problem } from '../lib/errors.ts';
import { type Refusal, refusedWith } from '../lib/outcome.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { type DropReason, type Exchange, ExchangeBudget, type NewExchange } from './exchange-budget.ts';
import { multipartType } from './raw-body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly exchanges: ExchangeBudget;
  }
  interface FastifyRequest {
    /** The memory of the request's body, if it is large enough to be counted. */
    countedBody: CountedBody | undefined;
  }
}

export interface CountedBody extends Pick<Exchange, 'finishBody'> {
  /** Counts a chunk that is kept in memory. */
  hold(chunk: Buffer): void;
  /** Aborted with a problem when the body is dropped. */
  readonly signal: AbortSignal;
}

/** Overhead of a chunk beyond its bytes: without it, one-byte chunks would fill the memory uncounted. */
const bytesPerChunk = 256;

export function createExchangeBudget(): ExchangeBudget {
  return new ExchangeBudget(requestLimits.exchanges);
}

/** Counts the bodies of all routes. Routes with large responses count those themselves. */
export function limitLargeExchanges(app: FastifyInstance, budget: ExchangeBudget): void {
  app.decorate('exchanges', budget);
  app.decorateRequest('countedBody', undefined);
  app.addHook('preParsing', async (request, reply, payload) => {
    const announced = announcedBytes(request);
    // A body larger than the limit is refused unread.
    if (announced <= requestLimits.uncountedBodyBytes || announced > request.routeOptions.bodyLimit)
      return payload;
    const body = countBody(request, reply, isLarge(announced));
    request.countedBody = body;
    // Forms with files are read from the request itself and counted there (receive-upload.ts).
    if (request.routeOptions.config.rawBodyTypes?.includes(multipartType)) return payload;
    return countChunks(payload as Readable, body, reply);
  });
}

/** Counts the response until it is sent. Returns a refusal if it cannot be sent now. */
export function refuseLargeAnswer(reply: FastifyReply, bytes: number): Refusal | undefined {
  if (!isLarge(bytes)) return undefined;
  let isSending = false;
  let refusal: Refusal | undefined;
  const drop = () => {
    // Once sending has begun, no problem can be sent; the client may retry.
    if (isSending) reply.raw.destroy();
    else refusal = refusedWith(memoryFull);
  };
  const exchange = begin(reply, { team: holderOf(reply.request), isLarge: true, isBody: false, drop });
  if (exchange === undefined) return refusedWith(tooManyLargeExchanges);
  exchange.hold(bytes);
  isSending = true;
  return refusal;
}

function isLarge(bytes: number): boolean {
  return bytes > requestLimits.maxTranslateBodyBytes;
}

/** A body of unknown length may be as long as its route allows. */
function announcedBytes({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit;
}

function countBody(request: FastifyRequest, reply: FastifyReply, large: boolean): CountedBody {
  const dropped = new AbortController();
  const exchange = begin(reply, {
    team: holderOf(request),
    isLarge: large,
    isBody: true,
    drop: (reason) => dropped.abort(new ProblemError(problemOf[reason])),
  });
  if (exchange === undefined) throw new ProblemError(tooManyLargeExchanges);
  return {
    hold: (chunk) => exchange.hold(chunk.length + bytesPerChunk),
    finishBody: () => exchange.finishBody(),
    signal: dropped.signal,
  };
}

/** Counts until the response is sent or the connection closes. */
function begin(reply: FastifyReply, exchange: NewExchange): Exchange | undefined {
  const begun = reply.server.exchanges.begin(exchange);
  if (begun === undefined) return undefined;
  const { socket } = reply.request.raw;
  const end = () => {
    socket.off('close', end);
    begun.end();
  };
  reply.raw.once('close', end);
  // A pipelined request that waits behind another one gets no event of its own when the connection closes.
  socket.once('close', end);
  // The connection may have closed during authentication.
  if (socket.destroyed) end();
  return begun;
}

function countChunks(payload: Readable, body: CountedBody, reply: FastifyReply): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      body.hold(chunk);
      done(null, chunk);
    },
    flush(done) {
      body.finishBody();
      done();
    },
  });
  // The consumer of the body adds its own listener; until then an unhandled error would end the process.
  counter.on('error', () => undefined);
  payload.on('error', (error) => counter.destroy(error));
  body.signal.addEventListener('abort', () => counter.destroy(body.signal.reason));
  // Reads and discards the rest of a refused body, as Node does without this stream in between.
  reply.raw.once('close', () => counter.destroy());
  // First unpiped: the pipe would pause the body again when it notices that the counter is closed.
  counter.once('close', () => payload.unpipe(counter).resume());
  return payload.pipe(counter);
}

/**
 * The caller's team, or on the console the team in the path. If neither is known yet, because the key may be in the body,
 * it is the network of the client: otherwise one client without a key could use up what all the others have.
 */
export function holderOf(request: Pick<FastifyRequest, 'caller' | 'params' | 'clientAddress'>): string {
  const { team } = (request.params ?? {}) as { team?: string };
  return request.caller?.teamId ?? team ?? clientNetwork(request.clientAddress);
}

const tooManyLargeExchanges = problem(
  'service_unavailable',
  `Your team or your network already has ${requestLimits.exchanges.maxLargePerTeam} large requests in progress on this node. Try again when one of them has finished.`,
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

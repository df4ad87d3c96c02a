/**
 * What the request log of a team gets to know about a call. The route says what kind of call it is, the check of the key
 * whose it is, and the handler the languages, the engines and the charge. Texts, keys and addresses never get here.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallDialect } from '../lib/call-dialect.ts';
import { canonicalLanguageTag } from '../lib/language-tag.ts';
import type { CallOwner, LoggedCall, LoggedKind } from '../lib/logged-call.ts';

export interface RouteCall {
  readonly kind: LoggedKind;
  readonly dialect: CallDialect;
}

export type LogCall = (call: LoggedCall) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if a request to the route is a call: it translates, rephrases or uploads. */
    call?: RouteCall;
  }
  interface FastifyRequest {
    /** What the request is, where the path does not say it; `no call`: it is not logged. */
    loggedAs: RouteCall | 'no call' | undefined;
    /** Whose call it is, if the request has no caller: the key was refused, or a person calls. */
    callOwner: CallOwner | undefined;
    askedLanguages: AskedLanguages | undefined;
    callFacts: CallFacts | undefined;
    /** Settles when the facts of a streamed call are known, which may be after its connection has closed. */
    callEnded: Promise<unknown> | undefined;
  }
}

/** Known in the course of the call. */
type CallFacts = Pick<LoggedCall, 'sources' | 'target' | 'engines' | 'characters'>;

const noFacts: CallFacts = { sources: [], target: undefined, engines: [], characters: 0 };

/** A text that is detected sentence by sentence may have many; the first ones are enough to recognise it. */
const maxListed = 8;

interface AskedLanguages {
  readonly sourceLang?: string | undefined;
  readonly targetLang?: string | undefined;
}

/** The languages as the caller wrote them, in case that the call is refused. Only then are they read. */
export function noteLanguages(request: FastifyRequest, { sourceLang, targetLang }: AskedLanguages): void {
  request.askedLanguages = { sourceLang, targetLang };
}

function factsSoFar({ callFacts, askedLanguages }: FastifyRequest): CallFacts {
  if (callFacts !== undefined || askedLanguages === undefined) return callFacts ?? noFacts;
  const source = plainTag(askedLanguages.sourceLang);
  return {
    ...noFacts,
    sources: source === undefined ? [] : [source],
    target: plainTag(askedLanguages.targetLang),
  };
}

interface Answered {
  readonly target: string;
  readonly translations: readonly { readonly source: string; readonly engine: string }[];
  readonly characters: number;
  readonly replayed: boolean;
}

/** A repeat under an Idempotency-Key is not charged again. */
export function noteAnswer(
  request: FastifyRequest,
  { target, translations, characters, replayed }: Answered,
): void {
  const sources: string[] = [];
  const engines: string[] = [];
  for (const { source, engine } of translations) {
    listOnce(sources, source);
    listOnce(engines, engine);
  }
  request.callFacts = { sources, target, engines, characters: replayed ? 0 : characters };
}

/** What a streamed call is charged although it failed. */
export function noteCharacters(request: FastifyRequest, characters: number): void {
  request.callFacts = { ...factsSoFar(request), characters };
}

/** `status` is undefined if the client disconnected before it had its response. */
export function logCallOf(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number | undefined,
  log: LogCall,
): void {
  const call = request.loggedAs ?? request.routeOptions.config?.call;
  const owner = request.callOwner ?? request.caller;
  if (call === undefined || call === 'no call' || owner === undefined) return;
  const durationMs = Math.round(reply.elapsedTime);
  // Member by member: an object that is put together from others costs every call several times as much.
  const write = () => {
    const { sources, target, engines, characters } = factsSoFar(request);
    log({
      teamId: owner.teamId,
      keyId: owner.keyId,
      mode: owner.mode,
      requestId: request.id,
      kind: call.kind,
      dialect: call.dialect,
      sources,
      target,
      engines,
      status,
      code: status === undefined ? 'disconnected' : request.problemCode,
      characters,
      durationMs,
    });
  };
  if (request.callEnded === undefined) write();
  else void request.callEnded.then(write, write);
}

/** Language, script and region. Other tags could carry words of the caller into the log. */
const plainTagPattern = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

function plainTag(tag: string | undefined): string | undefined {
  return tag !== undefined && plainTagPattern.test(tag) ? canonicalLanguageTag(tag) : undefined;
}

/** Lists are short, so that looking through one costs less than a set of its own for every call. */
function listOnce(list: string[], value: string): void {
  if (list.length < maxListed && !list.includes(value)) list.push(value);
}

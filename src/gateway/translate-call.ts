/**
 * The life of a translate call, from an authenticated request to its answer. Each step is named here and
 * done elsewhere; nothing is answered 200 before every step before it has agreed.
 */
import type { Caller } from '../auth/authenticate.ts';
import { countCodePoints } from '../lib/code-points.ts';
import { type Problem, problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import type { Logger } from '../observability/logger.ts';
import type { Translation, TranslationRequest, Translator } from '../translate/translator.ts';
import type { Warning } from '../translate/warnings.ts';
import type { CallLifetime } from './call-lifetime.ts';

export interface TranslateCall {
  readonly id: string;
  readonly caller: Caller;
  readonly request: TranslationRequest;
  readonly lifetime: CallLifetime;
}

export type CallOutcome =
  | { ok: true; translations: Translation[]; characters: number; warnings: Warning[] }
  | { ok: false; problem: Problem };

export interface Gateway {
  translate(call: TranslateCall): Promise<CallOutcome>;
}

export function createGateway(translator: Translator, logger: Logger): Gateway {
  return {
    async translate(call) {
      const characters = call.request.texts.reduce((sum, text) => sum + countCodePoints(text), 0);
      if (characters > requestLimits.maxCharactersPerCall)
        return { ok: false, problem: tooLarge(characters) };

      try {
        const outcome = await translator.translate(call.request, call.lifetime.signal);
        return outcome.ok ? { ...outcome, characters } : outcome;
      } catch (err) {
        return { ok: false, problem: engineFailure(call, err, logger) };
      }
    },
  };
}

function tooLarge(characters: number): Problem {
  return problem(
    'payload_too_large',
    `The texts have ${characters} characters together; a call may have ${requestLimits.maxCharactersPerCall}. Send several calls.`,
  );
}

/** Long enough for a pipeline or a model to be started again, short enough for a client that waits. */
const engineRetryAfterSeconds = 2;

function engineFailure(call: TranslateCall, err: unknown, logger: Logger): Problem {
  const { ending } = call.lifetime;
  if (ending === undefined) logger.error('an engine failed', { requestId: call.id, err });
  const detail =
    ending === 'deadline'
      ? 'The translation was not ready in time. Try again, with fewer texts if it happens again.'
      : 'The translation engine can not serve this call at the moment. Try again later.';
  return problem('engine_unavailable', detail, engineRetryAfterSeconds);
}

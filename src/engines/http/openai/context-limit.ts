/**
 * Texts that do not fit into the context of a model. Its size is known only to the server, which refuses the request; the
 * text is then translated in halves, so that no setting is needed.
 */
import { StatusError } from '../../engine-http.ts';

/** A text up to this length is not split: if it does not fit, the prompt leaves no room for any text. */
export const minSplitLength = 400;

/**
 * llama.cpp has a type for it and OpenAI a code. vLLM and SGLang only write it into the message, of which nothing else is
 * used, because it can contain texts.
 */
export function exceedsContext(error: unknown): boolean {
  if (!(error instanceof StatusError) || error.status !== 400) return false;
  const reason = Object(error.body) as { error?: unknown };
  const { type, code, message } = Object(reason.error ?? reason) as Record<string, unknown>;
  if (type === 'exceed_context_size_error' || code === 'context_length_exceeded') return true;
  return typeof message === 'string' && message.includes('context length');
}

/** Reads a chat completion: the text that the model wrote, or the reason why there is none. */
import { type Failed, failed, howToStopThinking } from './templates/template.ts';

type Content = { ok: true; content: string } | Failed;

export function contentOf(completion: unknown): Content {
  const { choices } = Object(completion) as { choices?: unknown };
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { finish_reason, message } = Object(choice) as { finish_reason?: unknown; message?: unknown };
  // Ollama and vLLM name the thinking `reasoning`, llama.cpp `reasoning_content`.
  const { content, refusal, reasoning, reasoning_content } = Object(message) as Record<string, unknown>;
  if (refusal || finish_reason === 'content_filter')
    return { ...failed('the model refused a text'), isRefusal: true };
  if (!content && (reasoning || reasoning_content))
    return failed(`the model only thought and wrote no text; ${howToStopThinking}`);
  if (finish_reason === 'length')
    return failed(
      'the model reached its output limit before the end of a text; if it thinks first, turn that off or set "token_limit: false"',
    );
  return typeof content === 'string' ? { ok: true, content } : failed('the model returned no text');
}

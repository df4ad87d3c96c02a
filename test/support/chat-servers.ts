/**
 * Chat servers that accept, ignore and refuse what the real ones do, by their sources of August 2026: llama.cpp, vLLM and
 * Ollama, and OpenAI's API for its newest models. All give the same translation, in the form that the request asks for.
 */
import { type Body, type EngineServer, type Reply, serve } from './engine-servers.ts';

export const translation = 'Das Haus ist groß.';

/** How a model behaves besides its answer. */
export interface ModelTraits {
  /** It thinks unless it is told not to, and each thought is a token. */
  readonly thinks?: boolean;
  /** It repeats itself until a limit ends it. */
  readonly loops?: boolean;
  /** How many tokens a prompt may have, for llama.cpp. */
  readonly contextTokens?: number;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

const tokensOfThinking = 300;
const tokensOfTranslation = 6;
/** So long that no time-out of a test waits for it. */
const tokensOfLoop = 1_000_000;

const refusal = (message: string, details: object = {}): Reply => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', ...details } },
});

/** The model's text and thinking, as far as the limit lets it. */
function generate(body: Body, limit: unknown, isThinking: boolean, { loops }: ModelTraits) {
  const thinking = isThinking ? tokensOfThinking : 0;
  const wanted = thinking + (loops ? tokensOfLoop : tokensOfTranslation);
  const tokens = typeof limit === 'number' ? Math.min(limit, wanted) : wanted;
  const isCut = tokens < wanted;
  const answer = body.response_format === undefined ? translation : JSON.stringify(inSchema());
  return {
    finish_reason: isCut ? 'length' : 'stop',
    content: tokens <= thinking && isThinking ? '' : isCut ? answer.slice(0, 10) : answer,
    thoughts: isThinking ? 'The user wants a translation into German.' : undefined,
    tokens,
  };
}

function inSchema() {
  return { translations: [{ index: 0, text: translation }] };
}

function completion({ finish_reason, content, tokens }: ReturnType<typeof generate>, more: object): Reply {
  const message = { role: 'assistant', content, ...more };
  return {
    status: 200,
    body: { choices: [{ index: 0, finish_reason, message }], usage: { completion_tokens: tokens } },
  };
}

function serveChat(answer: (body: Body & { messages: readonly Message[] }) => Reply): Promise<EngineServer> {
  return serve((method, path, body) => {
    if (method === 'GET' && path === '/v1/models') return { status: 200, body: { object: 'list', data: [] } };
    if (method !== 'POST' || path !== '/v1/chat/completions') return { status: 404, body: {} };
    if (!Array.isArray(body.messages)) return refusal("'messages' is required");
    return answer(body as Body & { messages: readonly Message[] });
  });
}

type Codes = Readonly<Record<'source_lang_code' | 'target_lang_code', unknown>>;

/** What Google's chat template of TranslateGemma raises, or undefined. */
function translateGemmaError(messages: readonly Message[], codes: Codes): string | undefined {
  if (messages[0]?.role !== 'user') return 'Conversations must start with a user prompt.';
  const known = ['en', 'de', 'zh-Hans', 'pt-BR'];
  const isKnown = (code: unknown) => typeof code === 'string' && known.includes(code);
  if (!isKnown(codes.source_lang_code) || !isKnown(codes.target_lang_code)) return 'Unknown language code.';
  return undefined;
}

/** It drops everything from a content part but its text, and gives the template the codes of `chat_template_kwargs`. */
export const startLlamaCpp = (model: 'any' | 'translategemma', traits: ModelTraits = {}) =>
  serveChat((body) => {
    const { messages, chat_template_kwargs = {}, reasoning_effort, max_tokens, max_completion_tokens } = body;
    const kwargs = chat_template_kwargs as Body;
    for (const { content } of messages) {
      if (typeof content === 'string') continue;
      if (!Array.isArray(content)) return refusal("Expected 'content' to be a string or an array");
      if (content.some(({ type }) => type !== 'text')) return refusal('unsupported content[].type');
    }
    if (model === 'translategemma') {
      const error = translateGemmaError(messages, {
        source_lang_code: kwargs.source_lang_code ?? 'en-GB',
        target_lang_code: kwargs.target_lang_code ?? 'en-GB',
      });
      if (error !== undefined) return refusal(`Jinja Exception: ${error}`);
    }
    // The limit of the answer may be larger than the context; only the prompt has to fit.
    if (JSON.stringify(messages).length / 4 > (traits.contextTokens ?? Infinity))
      return refusal('request exceeds the available context size', { type: 'exceed_context_size_error' });
    const isThinking = !!traits.thinks && kwargs.enable_thinking !== false && reasoning_effort !== 'none';
    const made = generate(body, max_completion_tokens ?? max_tokens, isThinking, traits);
    return completion(made, made.thoughts === undefined ? {} : { reasoning_content: made.thoughts });
  });

const maxModelLen = 4_096;
const efforts = [undefined, 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/**
 * It hands content parts to the template as they are, ignores unknown members, and refuses a limit that does not fit
 * into its context. `translategemma-delimiters` has the chat template of Infomaniak's weights.
 */
export const startVllm = (
  model: 'any' | 'translategemma' | 'translategemma-delimiters',
  traits: ModelTraits = {},
) =>
  serveChat((body) => {
    const { messages, chat_template_kwargs = {}, reasoning_effort, max_tokens, max_completion_tokens } = body;
    if (!efforts.includes(reasoning_effort as string | undefined)) return refusal('Input should be …');
    const limit = max_completion_tokens ?? max_tokens;
    if (Number(limit ?? 0) + JSON.stringify(messages).length / 4 > maxModelLen)
      return refusal("'max_tokens' is too large: this model's maximum context length is 4096 tokens.", {
        param: 'max_tokens',
      });
    const [content] = messages.map((message) => message.content);
    if (model === 'translategemma') {
      if (!Array.isArray(content) || content.length !== 1)
        return refusal('User role must provide `content` as an iterable with exactly one item.');
      const error = translateGemmaError(messages, content[0]);
      if (error !== undefined) return refusal(error);
    }
    const delimited = /^<<<source>>>[\w-]+<<<target>>>[\w-]+<<<text>>>[\s\S]+$/;
    if (
      model === 'translategemma-delimiters' &&
      (messages[0]?.role !== 'user' || !delimited.test(String(content)))
    )
      return refusal('Invalid format.');
    const kwargs = chat_template_kwargs as Body;
    const isThinking = !!traits.thinks && kwargs.enable_thinking !== false && reasoning_effort !== 'none';
    const made = generate(body, limit, isThinking, traits);
    return completion(made, { refusal: null, reasoning: made.thoughts ?? null });
  });

/** It reads `max_tokens` alone, and `reasoning_effort` is its only switch for thinking; it ignores everything else. */
export const startOllama = (traits: ModelTraits = {}) =>
  serveChat((body) => {
    const { messages, reasoning_effort, max_tokens } = body;
    if (messages.some(({ content }) => typeof content !== 'string'))
      return refusal('this test has no content parts for Ollama');
    if (!efforts.includes(reasoning_effort as string | undefined)) return refusal('invalid reasoning value');
    const isThinking = !!traits.thinks && reasoning_effort !== 'none';
    const made = generate(body, max_tokens, isThinking, traits);
    return completion(made, made.thoughts === undefined ? {} : { reasoning: made.thoughts });
  });

const openaiMembers = [
  'model',
  'messages',
  'temperature',
  'top_p',
  'response_format',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'verbosity',
  'service_tier',
];

/** Models that think: no sampling to choose, and thoughts count toward `max_completion_tokens`. */
export const startNewestOpenai = () =>
  serveChat((body) => {
    const { temperature, reasoning_effort = 'medium', max_completion_tokens } = body;
    const unknown = Object.keys(body).find((member) => !openaiMembers.includes(member));
    if (unknown !== undefined)
      return refusal(`Unknown parameter: '${unknown}'.`, { param: unknown, code: 'unknown_parameter' });
    if ('max_tokens' in body)
      return refusal("Use 'max_completion_tokens' instead.", {
        param: 'max_tokens',
        code: 'unsupported_parameter',
      });
    if (temperature !== undefined && temperature !== 1)
      return refusal('Only the default (1) value is supported.', {
        param: 'temperature',
        code: 'unsupported_value',
      });
    const made = generate(body, max_completion_tokens, reasoning_effort !== 'none', {});
    return completion(made, { refusal: null });
  });

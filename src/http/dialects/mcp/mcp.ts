/**
 * The Model Context Protocol, under `/mcp`: Streamable HTTP without sessions, so any node can answer any message. Every
 * answer is one JSON object; this server has nothing to send by itself, so `GET` is refused.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { done, type Outcome } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import { defineRoutes } from '../../define-routes.ts';
import type { RouteCall } from '../../logged-calls.ts';
import { problemResponse } from '../../problem-reply.ts';
import { invalidRequest } from '../../refusals.ts';
import { route } from '../../route.ts';
import type { Dialect } from '../dialect.ts';
import type { DialectParts } from '../dialect-parts.ts';
import {
  invalidParams,
  type Message,
  methodNotFound,
  type RpcAnswer,
  readMessage,
  rpcError,
} from './messages.ts';
import type { Tool } from './tool.ts';
import { createTools } from './tools.ts';

const prefix = '/mcp';

/** Newest first. The messages that this server uses are the same in all of them. */
const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

export const mcp: Dialect = {
  name: 'mcp',
  prefix,
  keyInQuery: undefined,
  keyInBody: undefined,
  countsItself: true,
  toProblemResponse(problem) {
    const { status, headers } = problemResponse(problem);
    return { status, headers, body: rpcError(null, -32_000, problem.detail, { code: problem.code }) };
  },
};

export function addMcp(app: FastifyInstance, parts: DialectParts): void {
  const tools = createTools(parts);
  defineRoutes(app, [
    route('POST', prefix, 'translate', {
      // Until the message is read: a key that is refused matters to whoever looks for the reason.
      call: { kind: 'translate', dialect: 'mcp' },
      bodyLimit: requestLimits.maxTranslateBodyBytes,
      response: { 200: Type.Any() },
      preValidation: async (request, reply) => {
        const message = readMessage(request.body);
        if (message !== undefined) request.loggedAs = loggedAs(message);
        if (!isTranslation(message)) await parts.admission.count(request);
        refuseOtherVersions(request);
        if (message === undefined) throw invalidRequest('The body must be one JSON-RPC 2.0 message.');
        request.body = message;
        // A notification, or an answer to a message that this server never sends, gets no answer.
        return message.id === undefined ? reply.code(202).send() : undefined;
      },
      handler: async (request, reply) =>
        done(await answer(request.body as Message, parts.version, tools, request, reply)),
    }),
  ]);
}

async function answer(
  { id = null, method, params }: Message,
  version: string,
  tools: ReadonlyMap<string, Tool>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RpcAnswer> {
  const result = (value: object): RpcAnswer => ({ jsonrpc: '2.0', id, result: value });
  switch (method) {
    case 'initialize':
      return result({
        protocolVersion:
          protocolVersions.find((known) => known === params.protocolVersion) ?? protocolVersions[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'dragoman', title: 'Dragoman', version },
        instructions:
          'Translates texts with the engines of this organisation. Each translation is charged to the team of the key.',
      });
    case 'ping':
      return result({});
    case 'tools/list':
      return result({ tools: [...tools.values()].map(({ definition }) => definition) });
    case 'tools/call': {
      const tool = typeof params.name === 'string' ? tools.get(params.name) : undefined;
      if (tool === undefined) return invalidParams(id, 'There is no such tool. tools/list names them.');
      return result(showOutcome(request, await tool.run(params.arguments ?? {}, request, reply)));
    }
    default:
      return methodNotFound(id);
  }
}

/** A translation has the limits of a call, and may wait for them: a limit on messages would refuse it before. */
function isTranslation(message: Message | undefined): boolean {
  return message?.id !== undefined && message.method === 'tools/call' && message.params.name === 'translate';
}

/** Most messages only prepare a call, or ask for what the server can do. */
function loggedAs({ id, method, params }: Message): RouteCall | 'no call' {
  const name = id !== undefined && method === 'tools/call' ? params.name : undefined;
  if (name === 'translate') return { kind: 'translate', dialect: 'mcp' };
  return name === 'translate_document' ? { kind: 'document', dialect: 'mcp' } : 'no call';
}

/** A refusal is a result that the model reads, so that it can correct its arguments or tell its user. */
function showOutcome(request: FastifyRequest, outcome: Outcome<object>): object {
  if (outcome.ok) {
    return {
      content: [{ type: 'text', text: JSON.stringify(outcome.value) }],
      structuredContent: outcome.value,
    };
  }
  const { code, detail, retryAfterSeconds } = outcome.problem;
  request.problemCode = code;
  const wait = retryAfterSeconds === undefined ? '' : ` Retry after ${retryAfterSeconds} s.`;
  return { content: [{ type: 'text', text: `${code}: ${detail}${wait}` }], isError: true };
}

function refuseOtherVersions({ headers }: FastifyRequest): void {
  const version = headers['mcp-protocol-version'];
  if (version === undefined || protocolVersions.some((known) => known === version)) return;
  throw invalidRequest(`MCP-Protocol-Version must be one of ${protocolVersions.join(', ')}.`);
}

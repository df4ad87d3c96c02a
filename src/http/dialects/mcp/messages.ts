/** JSON-RPC 2.0 as MCP uses it: one message in a body. */
export type MessageId = string | number | null;

export interface Message {
  /** Undefined for a notification, and for an answer to a message that this server never sends. */
  readonly id: MessageId | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type RpcAnswer = {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
} & ({ readonly result: object } | { readonly error: object });

/** Returns undefined if it is not a message. */
export function readMessage(body: unknown): Message | undefined {
  if (!isObject(body) || body.jsonrpc !== '2.0') return undefined;
  const { id, method, params } = body;
  if (typeof method !== 'string') return 'result' in body || 'error' in body ? ignored : undefined;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return undefined;
  return { id, method, params: isObject(params) ? params : {} };
}

const ignored: Message = { id: undefined, method: '', params: {} };

export function rpcError(id: MessageId, code: number, message: string, data?: object): RpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}

export function methodNotFound(id: MessageId): RpcAnswer {
  return rpcError(id, -32_601, 'This server does not offer this method.');
}

export function invalidParams(id: MessageId, message: string): RpcAnswer {
  return rpcError(id, -32_602, message);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

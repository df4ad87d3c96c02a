/**
 * Which requests the console passes on to the public listener: those to an operation of its OpenAPI document. The path is
 * compared with the document as it is written, before anything decodes it, so that what is compared is what is routed.
 */
import { done, type Outcome, refused } from '../../../../lib/outcome.ts';

interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Target {
  readonly method: string;
  readonly segments: readonly string[];
  readonly isText: boolean;
}

export interface PublicOperations {
  /** Refuses what is no operation, or one that cannot be tried. `path` has a query if there is one. */
  check(method: string, path: string): Outcome<undefined>;
}

export function readPublicOperations(api: object): PublicOperations {
  const { paths } = api as { paths: Record<string, Record<string, Described>> };
  const targets = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      segments: path.split('/'),
      isText: takesText(operation) && returnsText(operation),
    })),
  );
  return {
    check(method, path) {
      const [plain = ''] = path.split('?', 1);
      const segments = plain.split('/');
      const target = targets.find((one) => one.method === method && matches(one, segments));
      if (target === undefined) return noOperation;
      return target.isText ? done(undefined) : noText;
    },
  };
}

/** A form with a file does not fit into a JSON request. */
function takesText({ requestBody }: Described): boolean {
  return requestBody?.content['multipart/form-data'] === undefined;
}

function returnsText({ responses }: Described): boolean {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return good.every(([, { content = {} }]) => content['application/octet-stream'] === undefined);
}

function matches({ segments }: Target, given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, i) =>
      segment.startsWith('{') ? isParameter(given[i] ?? '') : segment === given[i],
    )
  );
}

/** `.` and `..`, also encoded, would change the path when the URL is parsed. */
function isParameter(segment: string): boolean {
  return /^(?:[\w.~-]|%[0-9A-Fa-f]{2})+$/.test(segment) && !/^(?:\.|%2e){1,2}$/i.test(segment);
}

const noOperation = refused(
  'not_found',
  'The public API has no operation with this method and path. Take both from the API reference.',
);
const noText = refused(
  'invalid_request',
  'Operations that take or return a file cannot be tried here. Use the code sample of the API reference.',
);

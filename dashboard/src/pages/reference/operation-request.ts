/** The request of an operation with the values of its form: what is sent, and what the samples show. */

import { json, type SampleRequest } from '../../components/curl-sample.ts';
import { answerKindOf, jsonBodyOf, type Operation, type Parameter, scopeOf, uploadOf } from './document.ts';

export interface FormValues {
  /** By `keyOf` the parameter. An empty one is not sent. */
  readonly parameters: Readonly<Record<string, string>>;
  /** As typed, so that it may be no JSON. */
  readonly body: string;
}

export function keyOf({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place} ${name}`;
}

/** The example of the document. */
export function exampleValues(operation: Operation): FormValues {
  const example = new URLSearchParams(operation['x-example-query'] ?? '');
  const ofQuery = [...example].map(([name, value]) => [keyOf({ in: 'query', name }), value]);
  const languages = [
    [keyOf({ in: 'path', name: 'source' }), 'EN'],
    [keyOf({ in: 'path', name: 'target' }), 'ES'],
  ];
  const body = jsonBodyOf(operation);
  return {
    parameters: Object.fromEntries([...ofQuery, ...languages]),
    body: body === undefined ? '' : json(body.example ?? {}),
  };
}

/** Path and query. A path parameter without a value is shown by its name: `/v1/keys/ID`. */
export function pathOf({ path, parameters }: Operation, values: FormValues): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(values.parameters[keyOf({ in: 'path', name })] || name.toUpperCase()),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ name: parameter.name, value: values.parameters[keyOf(parameter)] ?? '' }))
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${encode(name)}=${encode(value).replaceAll('%2C', ',')}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** Also what has a meaning in a shell. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function headersOf({ parameters }: Operation, values: FormValues): Record<string, string> {
  const given = parameters
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => [parameter.name, values.parameters[keyOf(parameter)] ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(given);
}

/** Undefined while the text is no JSON. */
export function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sampleRequestOf(operation: Operation, values: FormValues, url: string): SampleRequest {
  const example = jsonBodyOf(operation);
  // A body that is not finished yet would make samples that do not run.
  const body = example === undefined ? undefined : (parsedBody(values.body) ?? example.example ?? {});
  return {
    method: operation.method,
    url: `${url}${pathOf(operation, values)}`,
    key: scopeOf(operation) === undefined ? null : undefined,
    headers: headersOf(operation, values),
    ...(body !== undefined && { body }),
    ...(uploadOf(operation) !== undefined && { form: { target_lang: 'ES' } }),
    answer: answerKindOf(operation),
  };
}

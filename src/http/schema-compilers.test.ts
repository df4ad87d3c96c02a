import { expect, test } from 'vitest';
import { serializerCompiler, validatorCompiler } from './schema-compilers.ts';

const schema = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] };
const route = { method: 'POST', url: '/', httpPart: 'body' };

test('a validator says what is wrong with the last value alone, on every listener', () => {
  const validate = validatorCompiler({ schema, ...route });
  expect(validate({})).toBe(false);
  expect(validate.errors?.[0]).toMatchObject({ keyword: 'required' });
  const other = validatorCompiler({ schema, ...route });
  expect(other({ id: '01a1dd01-735d-75c5-a1fc-6551c020c92d' })).toBe(true);
  expect(other.errors).toBeNull();
  expect(validate({ id: 'urn:uuid:01a1dd01-735d-75c5-a1fc-6551c020c92d' })).toBe(false);
  expect(validate.errors?.[0]).toMatchObject({ keyword: 'format' });
});

test('a serializer leaves out what its schema does not name', () => {
  const serialize = serializerCompiler({ schema, ...route, httpStatus: '200' });
  expect(serialize({ id: 'x', secret: 'y' })).toBe('{"id":"x"}');
});

test('a schema is compiled when it is first used', () => {
  const validate = validatorCompiler({ schema: { type: 'nothing' }, ...route });
  expect(() => validate({})).toThrow();
});

import { expect, test } from 'vitest';
import { ruleInWords } from './schema-words.ts';

test.each([
  [{ keyword: 'type', params: { type: 'array' } }, 'must be an array'],
  [{ keyword: 'type', params: { type: 'string,null' } }, 'must be a string or null'],
  [{ keyword: 'type', params: { type: ['integer', 'null'] } }, 'must be a whole number or null'],
  [{ keyword: 'type', params: { type: 'boolean' } }, 'must be true or false'],
  [{ keyword: 'required', params: { missingProperty: 'text' } }, 'needs "text"'],
  [{ keyword: 'required', params: { requiredProperties: ['from', 'to'] } }, 'needs "from", "to"'],
  [{ keyword: 'additionalProperties', params: { additionalProperty: 'x' } }, 'must not have "x"'],
  [{ keyword: 'minItems', params: { limit: 1 } }, 'must have at least 1 item'],
  [{ keyword: 'maxItems', params: { limit: 1_024 } }, 'must have at most 1,024 items'],
  [{ keyword: 'minLength', params: { limit: 1 } }, 'must not be empty'],
  [{ keyword: 'maxLength', params: { limit: 300 } }, 'must have at most 300 characters'],
  [{ keyword: 'maximum', params: { comparison: '<=', limit: 3 } }, 'must be at most 3'],
  [{ keyword: 'format', params: { format: 'uuid' } }, 'must be a UUID'],
  [{ keyword: 'enum', params: { allowedValues: ['more', 'less'] } }, 'must be one of more, less'],
  [{ keyword: 'pattern', params: {}, message: 'must match the pattern x' }, 'must match the pattern x'],
  [{ keyword: 'never heard of', params: {} }, 'is not valid'],
])('%j: %s', (error, words) => expect(ruleInWords(error)).toBe(words));

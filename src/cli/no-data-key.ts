import { OperatorError } from '../lib/errors.ts';

export const noDataKey = new OperatorError(
  'No data key is configured.',
  'Set DRAGOMAN_DATA_KEY as docs/operate/data-key.md describes.',
);

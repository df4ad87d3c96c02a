/** Times in responses; times.ts reads those in queries. */
import Type from 'typebox';
import { described } from './described.ts';

export const time = Type.String({ format: 'date-time' });
export const timeOrNull = Type.Union([time, Type.Null()]);

export const createdAt = described(time, 'When it was created.');

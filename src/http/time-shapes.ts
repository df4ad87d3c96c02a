/** Times in responses; times.ts reads those in queries. */
import Type from 'typebox';

export const time = Type.String({ format: 'date-time' });
export const timeOrNull = Type.Union([time, Type.Null()]);

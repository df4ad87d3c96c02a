import { createLogger } from '../../src/observability/logger.ts';
import { type Database, openDatabase } from '../../src/store/postgres/database.ts';

export const quietLogger = createLogger('silent');

export function openTestPool(url: string, size = 4): Database {
  return openDatabase({ url, size, logger: quietLogger });
}

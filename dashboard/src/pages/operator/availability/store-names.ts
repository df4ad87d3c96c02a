/** Names of products, which are the same in every language. */
export const postgresName = 'Postgres';
export const redisName = 'Redis';

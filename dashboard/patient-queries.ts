/** Queries that wait for an element wait longer than a second, the library's default, which a busy machine exceeds. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 60_000 });

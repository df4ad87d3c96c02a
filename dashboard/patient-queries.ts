/** What waits for an element waits for as long as a busy machine takes; the library's second is for one that has nothing else to do. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 60_000 });

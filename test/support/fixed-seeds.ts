/**
 * Properties draw the same examples in every run of the gate, so that it goes red for a change and not by chance. The long
 * form draws fresh ones; a counterexample that it finds is printed with its seed, and becomes a test of its own.
 */
import fc from 'fast-check';
import { isLong } from './long-form.ts';

if (!isLong) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_116 });

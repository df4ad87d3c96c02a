/**
 * Options that this server does not support. A client library shows its user neither warnings nor unknown
 * members, so options that would make a translation silently wrong are refused here, by name.
 */
import { type Problem, problem } from '../../../lib/errors.ts';
import { unknownMemory } from '../../refusals.ts';
import type { CompatTranslateBody } from './translate-body.ts';

export function refuseOptions(body: CompatTranslateBody): Problem | undefined {
  return refuseMemory(body) ?? refuseTwoOptions(body) ?? refuseUnknownSource(body);
}

function refuseTwoOptions({ glossary_id, glossary_ids = [] }: CompatTranslateBody) {
  if (glossary_id === undefined || glossary_ids.length === 0) return undefined;
  return problem(
    'invalid_request',
    'glossary_id and glossary_ids exclude each other. Send only one of them.',
  );
}

function refuseUnknownSource({ glossary_id, glossary_ids = [], source_lang }: CompatTranslateBody) {
  if (source_lang !== undefined || (glossary_id === undefined && glossary_ids.length === 0)) return undefined;
  return problem('invalid_request', 'source_lang is required with a glossary. Send it.');
}

function refuseMemory({ translation_memory_id }: CompatTranslateBody) {
  return translation_memory_id === undefined ? undefined : unknownMemory;
}

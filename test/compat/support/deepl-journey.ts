/** Every supported operation of the DeepL API once or more, with every member that it takes, in an order that works. */
import type { DeeplExchanges } from './deepl-exchange.ts';

const pair = { source_lang: 'en', target_lang: 'de' };
const entries = { entries: 'house\tHeim', entries_format: 'tsv' };
const configuredRules = {
  dates_and_times: { calendar_era: 'use_bc_and_ad' },
  formatting: { email_address_format: 'place_domain_in_parentheses' },
  numbers: { approximate_numbers: 'use_kanji_numbers' },
  punctuation: { apostrophe: 'use_curly_apostrophes' },
  spelling_and_grammar: { eszett: 'replace_eszett_with_ss' },
  style_and_tone: { formality: 'use_formal_tone' },
  vocabulary: { abbreviations: 'write_original_term_then_abbreviation_and_explanation' },
};
const instruction = { label: 'Tone', prompt: 'Be formal', source_language: 'en' };

export async function callEveryOperation(calls: DeeplExchanges): Promise<void> {
  const glossary_id = await callV2Glossaries(calls);
  const multilingual = await callV3Glossaries(calls);
  const style_id = await callStyleRules(calls);
  await callTranslate(calls, { glossary_id, glossary_ids: [glossary_id, multilingual], style_id });
  await callDocuments(calls, { glossary_id, style_id });
  for (const resource of [
    'translate_text',
    'translate_document',
    'glossary',
    'write',
    'style_rules',
    'voice',
  ])
    await calls.send('GET /v3/languages', { query: { resource, include: 'beta' } });
  await calls.send('GET /v3/languages/resources');
  for (const type of ['source', 'target']) await calls.send('GET /v2/languages', { query: { type } });
  await calls.send('GET /v2/usage');
  const text = ['This house are big.'];
  const writing = { text, target_lang: 'en-US', writing_style: 'business', tone: 'default' };
  await calls.send('POST /v2/write/rephrase', { json: writing });
  await calls.send('POST /v2/write/rephrase', { form: writing });
  await calls.send('POST /v2/write/correct', { json: { text, target_lang: 'de' } });
  await calls.send('POST /v2/write/correct', { form: { text, target_lang: 'de' } });
  await deleteAll(calls, { glossary_id, multilingual, style_id });
}

async function callV2Glossaries(calls: DeeplExchanges): Promise<string> {
  const made = { name: 'Terms', ...pair, ...entries };
  const glossary_id = await calls.sendFor('glossary_id', 'POST /v2/glossaries', { json: made });
  await calls.send('POST /v2/glossaries', { form: made });
  const ids = { glossary_id };
  await calls.send('GET /v2/glossaries');
  await calls.send('GET /v2/glossaries/{glossary_id}', { ids });
  const accept = 'text/tab-separated-values';
  await calls.send('GET /v2/glossaries/{glossary_id}/entries', { ids, accept });
  await calls.send('GET /v2/glossary-language-pairs');
  return glossary_id;
}

async function callV3Glossaries(calls: DeeplExchanges): Promise<string> {
  const json = { name: 'Several', dictionaries: [{ ...pair, ...entries }] };
  const glossary_id = await calls.sendFor('glossary_id', 'POST /v3/glossaries', { json });
  const ids = { glossary_id };
  const back = { source_lang: 'de', target_lang: 'en' };
  const csv = { entries: 'Haus,home', entries_format: 'csv' };
  await calls.send('PUT /v3/glossaries/{glossary_id}/dictionaries', { ids, json: { ...back, ...csv } });
  await calls.send('PATCH /v3/glossaries/{glossary_id}', {
    ids,
    json: { name: 'Both', dictionaries: [{ ...pair, ...entries }] },
  });
  await calls.send('GET /v3/glossaries');
  await calls.send('GET /v3/glossaries/{glossary_id}', { ids });
  await calls.send('GET /v3/glossaries/{glossary_id}/entries', { ids, query: pair });
  await calls.send('DELETE /v3/glossaries/{glossary_id}/dictionaries', { ids, query: back });
  return glossary_id;
}

async function callStyleRules(calls: DeeplExchanges): Promise<string> {
  const style_id = await calls.sendFor('style_id', 'POST /v3/style_rules', {
    json: {
      name: 'Web shop',
      language: 'de',
      configured_rules: configuredRules,
      custom_instructions: [instruction],
    },
  });
  const ids = { style_id };
  await calls.send('GET /v3/style_rules', { query: { page: '0', page_size: '10', detailed: 'true' } });
  await calls.send('GET /v3/style_rules/{style_id}', { ids });
  await calls.send('PATCH /v3/style_rules/{style_id}', { ids, json: { name: 'Shop' } });
  await calls.send('PUT /v3/style_rules/{style_id}/configured_rules', { ids, json: configuredRules });
  const instructions = '/v3/style_rules/{style_id}/custom_instructions';
  const one = `${instructions}/{instruction_id}`;
  const instruction_id = await calls.sendFor('id', `POST ${instructions}`, { ids, json: instruction });
  const both = { style_id, instruction_id };
  await calls.send(`GET ${one}`, { ids: both });
  await calls.send(`PUT ${one}`, { ids: both, json: { ...instruction, label: 'Address' } });
  await calls.send(`DELETE ${one}`, { ids: both });
  return style_id;
}

async function callTranslate(
  calls: DeeplExchanges,
  ids: { glossary_id: string; glossary_ids: string[]; style_id: string },
): Promise<void> {
  const languages = { source_lang: 'EN', target_lang: 'DE' };
  const tags = { splitting_tags: ['p'], non_splitting_tags: ['b'], ignore_tags: ['x'] };
  await calls.send('POST /v2/translate', {
    json: {
      text: ['The <b>house</b> is big.'],
      ...languages,
      ...tags,
      context: 'About buildings.',
      show_billed_characters: true,
      split_sentences: 'nonewlines',
      preserve_formatting: true,
      formality: 'prefer_more',
      model_type: 'latency_optimized',
      glossary_id: ids.glossary_id,
      style_id: ids.style_id,
      custom_instructions: ['Be brief'],
      tag_handling: 'xml',
      tag_handling_version: 'v2',
      outline_detection: false,
      enable_beta_languages: true,
      translation_memory_threshold: 75,
    },
  });
  const form = {
    text: ['The <b>house</b> is big.'],
    ...languages,
    ...tags,
    context: 'About buildings.',
    split_sentences: '1',
    preserve_formatting: '1',
    formality: 'default',
    model_type: 'latency_optimized',
    tag_handling: 'xml',
    outline_detection: '0',
  };
  await calls.send('POST /v2/translate', { form: { ...form, glossary_ids: ids.glossary_ids } });
  await calls.send('POST /v2/translate', { form: { ...form, glossary_id: ids.glossary_id } });
}

async function callDocuments(
  calls: DeeplExchanges,
  ids: { glossary_id: string; style_id: string },
): Promise<void> {
  const upload = {
    source_lang: 'EN',
    target_lang: 'DE',
    filename: 'letter.txt',
    output_format: 'txt',
    formality: 'prefer_less',
    style_id: ids.style_id,
    translation_memory_threshold: 75,
    enable_beta_languages: true,
  };
  const uploads = [
    { ...upload, glossary_id: ids.glossary_id },
    { ...upload, glossary_ids: [ids.glossary_id] },
  ];
  for (const form of uploads) {
    const { ids: document, json } = await calls.untilEnded(form, 'The house is big.');
    for (const given of [{ json }, { form: json }]) {
      await calls.send('POST /v2/document/{document_id}', { ids: document, ...given });
      await calls.send('POST /v2/document/{document_id}/result', { ids: document, ...given });
    }
  }
  // Fails, because it is in the target language already.
  await calls.untilEnded({ target_lang: 'DE' }, 'Der Zug nach Hamburg hat heute leider Verspätung.');
}

async function deleteAll(
  calls: DeeplExchanges,
  ids: { glossary_id: string; multilingual: string; style_id: string },
): Promise<void> {
  await calls.send('DELETE /v2/glossaries/{glossary_id}', { ids });
  await calls.send('DELETE /v3/glossaries/{glossary_id}', { ids: { glossary_id: ids.multilingual } });
  await calls.send('DELETE /v3/style_rules/{style_id}', { ids });
}

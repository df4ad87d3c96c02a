-- For nodes of the previous version, which know neither tags nor the budgets of keys: a budget that is used up is told in the words
-- of the team's.
CREATE OR REPLACE FUNCTION charge_calls_with_dialect(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], dialects text[], amounts integer[], targets text[],
    deadlines timestamptz[], idempotency_hmacs text[], body_hmacs text[],
    line_sources text[], line_engines text[], line_amounts text[], line_texts text[])
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint)
  LANGUAGE sql VOLATILE
AS $$
  SELECT charged.call_id, replace(charged.verdict, 'key_quota_exceeded', 'quota_exceeded'), charged.characters, charged.available
    FROM charge_calls_with_tag(
      call_ids, teams, keys, modes, dialects, array_fill(''::text, ARRAY[cardinality(call_ids)]), amounts, targets, deadlines,
      idempotency_hmacs, body_hmacs, line_sources, line_engines, line_amounts, line_texts, false) AS charged
$$;

-- For nodes of the previous version, which do not know the dialect of a call.
CREATE OR REPLACE FUNCTION charge_calls(
    call_ids uuid[], teams uuid[], keys uuid[], modes text[], amounts integer[], targets text[], deadlines timestamptz[],
    idempotency_hmacs text[], body_hmacs text[],
    line_sources text[], line_engines text[], line_amounts text[], line_texts text[])
  RETURNS TABLE (call_id uuid, verdict text, characters integer, available bigint)
  LANGUAGE sql VOLATILE
AS $$
  SELECT * FROM charge_calls_with_dialect(
    call_ids, teams, keys, modes, array_fill(''::text, ARRAY[cardinality(call_ids)]), amounts, targets, deadlines,
    idempotency_hmacs, body_hmacs, line_sources, line_engines, line_amounts, line_texts)
$$;

-- Reports the end of a document's translation, in the transaction that ends it. Neither its name nor its texts are in an event.
CREATE OR REPLACE FUNCTION record_document_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_event(NEW.team_id, CASE NEW.state WHEN 'done' THEN 'document.ready' ELSE 'document.failed' END, NEW.id::text,
    jsonb_build_object('document_id', NEW.id, 'format', NEW.format, 'source_lang', NEW.source_lang,
                       'target_lang', NEW.target_lang, 'characters', NEW.characters, 'key_id', NEW.key_id)
    || CASE NEW.state WHEN 'done' THEN '{}' ELSE jsonb_build_object('error_code', coalesce(NEW.error_code, 'internal_error')) END);
  RETURN NULL;
END $$;

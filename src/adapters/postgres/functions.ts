// Functions of the schema: those of SQLite that stores use, and those with which entity queries examine values. They have the
// same meaning as their namesakes there, and as the functions of JavaScript that answers are made with. Functions that are
// one expression, and no more stable than they say, become part of the statement; others take as long as a statement.
import { AttributeKind } from "../../core/attributes/attribute.ts";
import { BLANKS, SPELLED_LENGTH_MAX, SPELLED_PATTERN } from "../../lib/spelled-number.ts";
import { RAISED } from "./postgres-errors.ts";

const { NUMBER, BOOLEAN, STRING, INTEGER } = AttributeKind;

/** As an escape string of PostgreSQL; each is one UTF-16 unit. */
const BLANKS_TEXT = `E'${BLANKS.replaceAll(/./gs, (blank) => `\\u${blank.charCodeAt(0).toString(16).padStart(4, "0")}`)}'`;

export const FUNCTIONS = String.raw`
  -- Of a list of texts or numbers, as JSON. Escapes of U+0000 become what texts are stored with instead (stored-text.ts).
  CREATE FUNCTION stored_list(list text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(regexp_replace(list, '(?<!\\)((?:\\\\)*)\\u0001', '\1\\u0001\\u0002', 'g'),
      '(?<!\\)((?:\\\\)*)\\u0000', '\1\\u0001\\u0001', 'g')
  $$;
  CREATE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text) LANGUAGE sql STABLE PARALLEL SAFE ROWS 100 AS $$
    SELECT each.place - 1, each.value FROM json_array_elements_text(
      (CASE WHEN strpos(list, '\u000') > 0 THEN stored_list(list) ELSE list END)::json) WITH ORDINALITY AS each (value, place)
  $$;
  -- The server refuses to look into a document with an escape of U+0000; what is looked for here has none.
  CREATE FUNCTION json_extract(document text, path text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT replace(document, '\u0000', '\ufffd')::json #>> string_to_array(substr(path, 3), '.')
  $$;
  CREATE FUNCTION json_type(document text, path text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE json_typeof(replace(document, '\u0000', '\ufffd')::json #> string_to_array(substr(path, 3), '.'))
      WHEN 'boolean' THEN replace(document, '\u0000', '\ufffd')::json #>> string_to_array(substr(path, 3), '.')
      WHEN 'number' THEN CASE WHEN replace(document, '\u0000', '\ufffd')::json #>> string_to_array(substr(path, 3), '.') ~ '^-?[0-9]+$'
        THEN 'integer' ELSE 'real' END
      WHEN 'string' THEN 'text'
      ELSE json_typeof(replace(document, '\u0000', '\ufffd')::json #> string_to_array(substr(path, 3), '.')) END
  $$;
  -- Of a member of the document itself. Other members stay as they are written; one with U+0000 in its name has no text.
  CREATE FUNCTION json_set(document text, path text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT replace(replace('{' || string_agg(to_json(key)::text || ':' || member, ',' ORDER BY place) || '}',
      '\uf8f1', '\u0000'), U&'\F8F1', '\u0000')
    FROM (
      SELECT m.key, CASE WHEN m.key = substr(path, 3) THEN to_json($3)::text ELSE m.value::text END AS member, m.place
        FROM pg_catalog.json_each(replace(document, '\u0000', '\uf8f1')::json) WITH ORDINALITY AS m (key, value, place)
      UNION ALL
      SELECT substr(path, 3), to_json($3)::text, 1000000000 WHERE (replace(document, '\u0000', '\uf8f1')::json -> substr(path, 3)) IS NULL) members
  $$;
  CREATE FUNCTION instr(searched text, part text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT strpos(searched, part)
  $$;

  -- A final function in SQL would be planned anew for each statement.
  CREATE FUNCTION json_list(items anyarray) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    BEGIN RETURN coalesce(to_json(items)::text, '[]'); END
  $$;
  CREATE AGGREGATE json_group_array (text) (SFUNC = array_append, STYPE = text[], FINALFUNC = json_list);
  CREATE AGGREGATE json_group_array (bigint) (SFUNC = array_append, STYPE = bigint[], FINALFUNC = json_list);
  CREATE FUNCTION comma_list(items text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN RETURN array_to_string(items, ','); END
  $$;
  CREATE AGGREGATE group_concat (text) (SFUNC = array_append, STYPE = text[], FINALFUNC = comma_list);

  -- JavaScript's lower case is that of Unicode, as is ICU's without a language.
  CREATE FUNCTION folded(plain text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower(plain COLLATE "und-x-icu") COLLATE "C"
  $$;
  -- Sorts by bytes as JavaScript sorts the original, by UTF-16 units: characters above the surrogates come after all pairs.
  CREATE FUNCTION code_units(plain text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(plain) = length(plain) THEN plain ELSE
      regexp_replace(regexp_replace(plain, U&'(\+10FFFF)' COLLATE "C", U&'\+10FFFF\0001', 'g'),
        U&'([\E000-\FFFF])' COLLATE "C", U&'\+10FFFF\\1', 'g') END
  $$;

  -- The number that a double is, not the shortest that names it.
  CREATE FUNCTION double_exactly(number double precision) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN abs(number) >= 9007199254740992 AND abs(number) < 9223372036854775808
      THEN number::bigint::numeric ELSE number::text::numeric END
  $$;
  CREATE FUNCTION spelled_number(spelled text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      trimmed text;
      number double precision;
      parts text[];
    BEGIN
      IF length(spelled) > ${String(SPELLED_LENGTH_MAX)} THEN RETURN NULL; END IF;
      trimmed := btrim(spelled, ${BLANKS_TEXT});
      IF trimmed !~ '^${SPELLED_PATTERN}$' THEN RETURN NULL; END IF;
      IF trimmed ~ '^-?[0-9]{1,15}$' THEN RETURN trimmed::numeric; END IF;
      BEGIN
        number := trimmed::double precision;
      EXCEPTION WHEN numeric_value_out_of_range THEN
        -- Too large for a double, or too small: the place of its first digit tells.
        parts := regexp_match(trimmed, '^-?0*([0-9]*)(?:[.]([0-9]+))?(?:[eE]([+-]?[0-9]+))?$');
        IF length(parts[1]) + coalesce(parts[3], '0')::numeric > 0 THEN RETURN NULL; END IF;
        RETURN 0;
      END;
      IF abs(number) > 9007199254740991 AND trimmed ~ '^-?[0-9]+$'
        AND trimmed::numeric BETWEEN -9223372036854775808 AND 9223372036854775807 THEN RETURN trimmed::numeric; END IF;
      RETURN double_exactly(number);
    END
  $$;
  CREATE FUNCTION number_of(kind bigint, value jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE kind
      WHEN ${String(NUMBER)} THEN CASE WHEN abs(value::numeric) < 9007199254740992 THEN value::numeric
        ELSE double_exactly((value #>> '{}')::double precision) END
      WHEN ${String(INTEGER)} THEN (value #>> '{}')::numeric
      WHEN ${String(STRING)} THEN spelled_number(value #>> '{}') END
  $$;
  CREATE FUNCTION text_of(kind bigint, value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (CASE kind
      WHEN ${String(BOOLEAN)} THEN CASE WHEN value = '0' THEN 'false' ELSE 'true' END
      WHEN ${String(NUMBER)} THEN trim_scale(value::numeric)::text
      ELSE value #>> '{}' END) COLLATE "C"
  $$;
  CREATE FUNCTION shortened(value jsonb, chars integer) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE jsonb_typeof(value) WHEN 'string' THEN to_jsonb(left(value #>> '{}', chars)) ELSE value END
  $$;
  CREATE FUNCTION value_too_long(key text, id text, length integer, comparisons integer) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a value is too long for a query' USING ERRCODE = '${RAISED}',
        DETAIL = json_build_object('key', key, 'id', id, 'length', length, 'comparisons', comparisons)::text;
    END
  $$;
`;

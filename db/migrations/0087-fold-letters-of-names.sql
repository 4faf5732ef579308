-- Names are found whatever their accents (rules/stand 3.1): "jose" means José, "muller" means Müller. The function folds
-- the letters of Latin, Greek, Cyrillic, Hebrew and Arabic as the screens do; a text of ASCII alone is only made small.
CREATE FUNCTION fold_letters(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(p_text) = length(p_text) THEN lower(p_text)
    ELSE replace(replace(replace(translate(
      lower(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036F\u0591-\u05C7\u064B-\u065F]', '', 'g')),
      'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$;

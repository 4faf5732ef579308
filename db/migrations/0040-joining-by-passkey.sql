-- Somebody new may accept an invitation with a passkey and no password (rules/people 3.2).
ALTER TABLE sign_in_challenges DROP CONSTRAINT sign_in_challenges_kind_check;
ALTER TABLE sign_in_challenges ADD CONSTRAINT sign_in_challenges_kind_check
  CHECK (kind IN ('passkey_sign_in', 'passkey_registration', 'passkey_joining', 'provider'));
COMMENT ON COLUMN sign_in_challenges.secrets IS 'of a sign-in provider: the nonce and the code verifier; of somebody who joins: the id that they will have';

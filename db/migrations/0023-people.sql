-- People who work at restaurants and for the operator: accounts, roles, invitations, ways to sign in, sessions and shared
-- devices (rules/people 1 to 8). All of them are found without a location first, so their uniqueness is global; what belongs to
-- one location names it.
CREATE TABLE persons (
  id id PRIMARY KEY,
  name text CHECK (length(name) BETWEEN 1 AND 80),
  email text COLLATE "C" CHECK (email = lower(email) AND length(email) <= 254),
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'fr', 'de', 'es', 'it', 'nl', 'pt')),
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  erased_at timestamptz,
  CONSTRAINT persons_email_key UNIQUE (email),
  CONSTRAINT persons_erased CHECK ((erased_at IS NULL) = (name IS NOT NULL AND email IS NOT NULL))
);
COMMENT ON TABLE persons IS 'somebody who may sign in; what they may do is in person_roles';
COMMENT ON COLUMN persons.email IS 'the login name, lower-case; it proves nothing and links nothing';
COMMENT ON COLUMN persons.password_hash IS 'argon2id in the PHC form; null for those who sign in by other means only';
COMMENT ON COLUMN persons.erased_at IS 'since then nothing but the id is left';

CREATE TABLE person_roles (
  id id PRIMARY KEY,
  person_id id NOT NULL REFERENCES persons(id),
  role text NOT NULL CHECK (role IN
    ('operator_admin', 'operator_support', 'manager', 'host', 'staff', 'accountant', 'developer')),
  location_id id REFERENCES locations(id),
  app_id id REFERENCES apps(id),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT person_roles_place CHECK (CASE
    WHEN role IN ('operator_admin', 'operator_support') THEN location_id IS NULL AND app_id IS NULL
    WHEN role = 'developer' THEN location_id IS NULL AND app_id IS NOT NULL
    ELSE location_id IS NOT NULL AND app_id IS NULL END)
);
CREATE UNIQUE INDEX person_roles_once ON person_roles (person_id, role, location_id, app_id) NULLS NOT DISTINCT
  WHERE ended_at IS NULL;
CREATE INDEX person_roles_of_location ON person_roles (location_id, role) WHERE ended_at IS NULL AND location_id IS NOT NULL;
CREATE INDEX person_roles_of_app ON person_roles (app_id) WHERE app_id IS NOT NULL;
COMMENT ON TABLE person_roles IS 'what a person may do, and where; a role that was taken away keeps its row with ended_at';

CREATE TABLE person_invitations (
  id id PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  role text NOT NULL CHECK (role IN
    ('operator_admin', 'operator_support', 'manager', 'host', 'staff', 'accountant', 'developer')),
  location_id id REFERENCES locations(id),
  app_id id REFERENCES apps(id),
  name text CHECK (length(name) BETWEEN 1 AND 80),
  phone text CHECK (length(phone) <= 20),
  invited_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by id REFERENCES persons(id),
  withdrawn_at timestamptz,
  CONSTRAINT person_invitations_place CHECK (CASE
    WHEN role IN ('operator_admin', 'operator_support') THEN location_id IS NULL AND app_id IS NULL
    WHEN role = 'developer' THEN location_id IS NULL AND app_id IS NOT NULL
    ELSE location_id IS NOT NULL AND app_id IS NULL END),
  CONSTRAINT person_invitations_accepted CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CONSTRAINT person_invitations_one_end CHECK (accepted_at IS NULL OR withdrawn_at IS NULL)
);
CREATE INDEX person_invitations_of_location ON person_invitations (location_id) WHERE location_id IS NOT NULL;
COMMENT ON TABLE person_invitations IS 'links that give one role once';
COMMENT ON COLUMN person_invitations.token_hash IS 'SHA-256 of 32 random bytes in base64url, shown once';
COMMENT ON COLUMN person_invitations.invited_by IS 'the actor: {kind, id}';

CREATE TABLE passkeys (
  id id PRIMARY KEY,
  person_id id NOT NULL REFERENCES persons(id),
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (length(public_key) <= 4096),
  sign_count bigint NOT NULL CHECK (sign_count >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  host text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  is_backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_person ON passkeys (person_id);
COMMENT ON COLUMN passkeys.host IS 'the relying party: a passkey works at the host at which it was made only';
COMMENT ON COLUMN passkeys.sign_count IS 'as the authenticator counts; a count that does not rise where it was above zero is refused';

CREATE TABLE sign_in_challenges (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  kind text NOT NULL CHECK (kind IN ('passkey_sign_in', 'passkey_registration', 'provider')),
  person_id id REFERENCES persons(id),
  secrets jsonb,
  expires_at timestamptz NOT NULL,
  CONSTRAINT sign_in_challenges_person CHECK (kind <> 'passkey_registration' OR person_id IS NOT NULL)
);
CREATE INDEX sign_in_challenges_over ON sign_in_challenges (expires_at);
COMMENT ON TABLE sign_in_challenges IS 'what a browser is asked to sign, or a sign-in provider to bring back; deleted when it is used';
COMMENT ON COLUMN sign_in_challenges.person_id IS 'who asked while signed in; null for a sign-in';
COMMENT ON COLUMN sign_in_challenges.secrets IS 'of a sign-in provider: the nonce and the code verifier';

CREATE TABLE recovery_codes (
  person_id id NOT NULL REFERENCES persons(id),
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (person_id, code_hash)
);
COMMENT ON TABLE recovery_codes IS 'ten single-use codes a person; new ones replace all';

CREATE TABLE recovery_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  person_id id NOT NULL REFERENCES persons(id),
  made_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX recovery_links_of_person ON recovery_links (person_id);
CREATE INDEX recovery_links_over ON recovery_links (expires_at);
COMMENT ON COLUMN recovery_links.made_by IS 'the actor: {kind, id}';

CREATE TABLE provider_identities (
  issuer text COLLATE "C" NOT NULL CHECK (length(issuer) <= 500),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  person_id id NOT NULL REFERENCES persons(id),
  linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX provider_identities_of_person ON provider_identities (person_id, issuer);
COMMENT ON TABLE provider_identities IS 'who somebody is at a sign-in provider (OpenID Connect); linked by the signed-in person only';

CREATE TABLE paired_devices (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations(id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  screen text NOT NULL CHECK (screen IN ('board', 'stand')),
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'fr', 'de', 'es', 'it', 'nl', 'pt')),
  pin_minutes integer NOT NULL DEFAULT 30 CHECK (pin_minutes BETWEEN 0 AND 480),
  require_pin boolean NOT NULL DEFAULT true,
  auto_print boolean NOT NULL DEFAULT false,
  pairing_code_hash bytea UNIQUE CHECK (length(pairing_code_hash) = 32),
  pairing_expires_at timestamptz,
  token_hash bytea UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  paired_at timestamptz,
  last_used_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT paired_devices_pairing CHECK ((pairing_code_hash IS NULL) = (pairing_expires_at IS NULL)),
  CONSTRAINT paired_devices_paired CHECK (
    (token_hash IS NULL) = (paired_at IS NULL) AND (paired_at IS NULL) = (expires_at IS NULL))
);
CREATE INDEX paired_devices_of_location ON paired_devices (location_id, id);
COMMENT ON TABLE paired_devices IS 'tablets that several people share; a device waits with its code until it is paired';
COMMENT ON COLUMN paired_devices.pin_minutes IS 'how long a person stays chosen; 0: for one act';
COMMENT ON COLUMN paired_devices.require_pin IS 'without it the device acts as itself';

CREATE TABLE person_pins (
  location_id id NOT NULL REFERENCES locations(id),
  person_id id NOT NULL REFERENCES persons(id),
  pin_mac bytea NOT NULL CHECK (length(pin_mac) = 32),
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (location_id, person_id)
);
CREATE INDEX person_pins_of_person ON person_pins (person_id);
COMMENT ON COLUMN person_pins.pin_mac IS 'HMAC-SHA-256 of location, person and PIN under SECRET_KEY: four digits alone are no secret';

CREATE TABLE person_sessions (
  id id PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  person_id id NOT NULL REFERENCES persons(id),
  method text NOT NULL CHECK (method IN ('passkey', 'password', 'recovery', 'provider', 'invitation', 'demo', 'pin')),
  device_id id REFERENCES paired_devices(id),
  user_agent text CHECK (length(user_agent) <= 200),
  signed_in_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT person_sessions_on_device CHECK ((method = 'pin') = (device_id IS NOT NULL))
);
CREATE INDEX person_sessions_of_person ON person_sessions (person_id) WHERE ended_at IS NULL;
CREATE INDEX person_sessions_of_device ON person_sessions (device_id) WHERE ended_at IS NULL AND device_id IS NOT NULL;
CREATE INDEX person_sessions_over ON person_sessions (expires_at);
COMMENT ON COLUMN person_sessions.token_hash IS 'SHA-256 of the 32 random bytes of the cookie';
COMMENT ON COLUMN person_sessions.device_id IS 'the shared device on which the person typed a PIN; the session is good on it only';
COMMENT ON COLUMN person_sessions.last_used_at IS 'to the minute';

CREATE TABLE sign_in_failures (
  account bytea PRIMARY KEY CHECK (length(account) = 32),
  failures integer NOT NULL CHECK (failures >= 1),
  window_ends_at timestamptz NOT NULL,
  last_failed_at timestamptz NOT NULL
);
CREATE INDEX sign_in_failures_over ON sign_in_failures (window_ends_at);
COMMENT ON TABLE sign_in_failures IS 'wrong passwords and PINs of late, also for names that nobody has';
COMMENT ON COLUMN sign_in_failures.account IS 'HMAC-SHA-256 under SECRET_KEY of the e-mail, or of device, location and person';

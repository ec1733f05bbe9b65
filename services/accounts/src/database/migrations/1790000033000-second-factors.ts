import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `users.has_second_factor` repeats what `authenticator_apps` and `passkeys` hold, so that a sign-in that waits for the
 * user's row sees a factor added meanwhile. Sessions older than this column count as authenticated long ago.
 */
export class SecondFactors1790000033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;

      ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT '-infinity';
      ALTER TABLE sessions ALTER COLUMN authenticated_at SET DEFAULT now();

      CREATE TABLE authenticator_apps (
        id            uuid        PRIMARY KEY,
        user_id       uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        name          text        NOT NULL DEFAULT '',
        encrypted_secret text     NOT NULL,
        last_step     bigint      NOT NULL DEFAULT 0,
        confirmed_at  timestamptz,
        last_used_at  timestamptz,
        created_at    timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX authenticator_apps_user ON authenticator_apps (user_id);

      CREATE TABLE passkeys (
        id            uuid        PRIMARY KEY,
        user_id       uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        name          text        NOT NULL,
        credential_id text        NOT NULL UNIQUE,
        public_key    bytea       NOT NULL,
        counter       bigint      NOT NULL,
        transports    text[]      NOT NULL DEFAULT '{}',
        last_used_at  timestamptz,
        created_at    timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX passkeys_user ON passkeys (user_id);

      CREATE TABLE recovery_codes (
        user_id    uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        code_hash  text        NOT NULL,
        used_at    timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, code_hash)
      );

      CREATE TABLE sign_in_challenges (
        token_hash         text        PRIMARY KEY,
        purpose            text        NOT NULL,
        user_id            uuid        REFERENCES users (id) ON DELETE CASCADE,
        passkey_challenge  text,
        expires_at         timestamptz NOT NULL,
        created_at         timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
      CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

      CREATE TABLE known_devices (
        user_id      uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        device_key   text        NOT NULL,
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        created_at   timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, device_key)
      );
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}

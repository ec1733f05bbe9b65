import {
  type ConnectedTool,
  connectedToolFacts,
  type Connection,
  type ConnectionField,
  type RequestOf,
  type saveConnection,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { DataCipher, toInstants } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The encrypted columns of `funnel_connections`. */
export const connectionSecrets = ['secret', 'page_token'] as const;
export const toConnectionPurpose = (
  column: (typeof connectionSecrets)[number],
  funnelId: string,
  tool: string,
): string => `funnel_connections.${column} ${funnelId} ${tool}`;

interface ConnectionRow {
  readonly tool: ConnectedTool;
  readonly savedAt: Date;
  readonly savedBy: string;
  readonly pageId: string | null;
  readonly pageName: string | null;
  readonly tokenRefusedAt: Date | null;
  readonly formsReadAt: Date | null;
  readonly error: string | null;
  readonly failedAt: Date | null;
}

/** What fetches leads: the Page, its token, and which version of the connection that is. */
export interface PageAccess {
  readonly funnelId: string;
  readonly pageId: string;
  readonly token: string;
  readonly savedAt: Date;
}

const LIST = `
  SELECT tool, saved_at AS "savedAt", saved_by AS "savedBy", page_id AS "pageId", page_name AS "pageName",
         token_refused_at AS "tokenRefusedAt", forms_read_at AS "formsReadAt", error, failed_at AS "failedAt"
    FROM funnel_connections WHERE funnel_id = $1 ORDER BY tool`;

/** If another Page is connected, forms are read from now on only. */
const SAVE = `
  INSERT INTO funnel_connections AS c
         (funnel_id, tool, secret, page_id, page_token, saved_by, saved_at, forms_due_at, read_until)
  VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp(),
          CASE WHEN $4::text IS NOT NULL THEN now() END, CASE WHEN $4::text IS NOT NULL THEN now() END)
  ON CONFLICT (funnel_id, tool) DO UPDATE
     SET secret = excluded.secret, page_id = excluded.page_id, page_token = excluded.page_token,
         page_name = CASE WHEN c.page_id = excluded.page_id THEN c.page_name END,
         saved_by = excluded.saved_by, saved_at = excluded.saved_at, error = NULL, failed_at = NULL,
         token_refused_at = NULL, paused_until = '-infinity', forms_due_at = excluded.forms_due_at,
         read_until = CASE WHEN c.page_id = excluded.page_id THEN c.read_until ELSE excluded.read_until END`;

const SET_ERROR = `
  UPDATE funnel_connections
     SET error = $3, failed_at = now(),
         token_refused_at = CASE WHEN $4 THEN COALESCE(token_refused_at, now()) ELSE token_refused_at END,
         paused_until = GREATEST(paused_until, now() + $5 * interval '1 ms')
   WHERE funnel_id = $1 AND tool = 'meta' AND saved_at = $2`;

function toConnection(row: ConnectionRow): Connection {
  const { pageId: id, pageName: name, tokenRefusedAt, formsReadAt, error: message, failedAt, ...saved } = row;
  return {
    ...toInstants(saved),
    page: id === null ? null : { id, name, ...toInstants({ tokenRefusedAt, formsReadAt }) },
    error: message === null || failedAt === null ? null : { message, at: failedAt.toISOString() },
  };
}

/** The secrets that a funnel shares with its tools, encrypted. */
@Injectable()
export class ConnectionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  async list(funnelId: string): Promise<Connection[]> {
    const rows: ConnectionRow[] = await this.dataSource.query(LIST, [funnelId]);
    return rows.map(toConnection);
  }

  async has(funnelId: string, tool: ConnectedTool): Promise<boolean> {
    return (await this.list(funnelId)).some((connection) => connection.tool === tool);
  }

  async listSecrets(funnelId: string): Promise<{ tool: ConnectedTool; secret: string }[]> {
    const rows: { tool: ConnectedTool; secret: string }[] = await this.dataSource.query(
      'SELECT tool, secret FROM funnel_connections WHERE funnel_id = $1',
      [funnelId],
    );
    return rows.map(({ tool, secret }) => ({
      tool,
      secret: this.cipher.decrypt(secret, toConnectionPurpose('secret', funnelId, tool)),
    }));
  }

  /**
   * Saves the connection, whose funnel the caller has locked. If something is missing, returns it and saves nothing.
   */
  async save(
    tx: Tx,
    { funnelId, tool, secret, pageId, pageToken, actorId }: RequestOf<typeof saveConnection>,
  ): Promise<readonly ConnectionField[]> {
    const known = await tx.one<{ secret: string; pageId: string | null; pageToken: string | null }>(
      `SELECT secret, page_id AS "pageId", page_token AS "pageToken"
         FROM funnel_connections WHERE funnel_id = $1 AND tool = $2 FOR UPDATE`,
      [funnelId, tool],
    );
    const encrypt = (column: (typeof connectionSecrets)[number], text: string | undefined) =>
      text && this.cipher.encrypt(text, toConnectionPurpose(column, funnelId, tool));
    const stored = {
      secret: encrypt('secret', secret) ?? known?.secret,
      pageId: pageId ?? known?.pageId ?? undefined,
      pageToken: encrypt('page_token', pageToken) ?? known?.pageToken ?? undefined,
    };
    const missing = connectedToolFacts[tool].fields.filter(({ name }) => stored[name] === undefined);
    if (missing.length > 0) return missing;
    const { pageId: id = null, pageToken: token = null } = tool === 'meta' ? stored : {};
    tx.send(SAVE, [funnelId, tool, stored.secret, id, token, actorId]);
    return [];
  }

  remove(tx: Tx, funnelId: string, tool: ConnectedTool): Promise<object[]> {
    return tx.query('DELETE FROM funnel_connections WHERE funnel_id = $1 AND tool = $2 RETURNING tool', [
      ...[funnelId, tool],
    ]);
  }

  decryptToken(funnelId: string, stored: string): string {
    return this.cipher.decrypt(stored, toConnectionPurpose('page_token', funnelId, 'meta'));
  }

  /** Records a failure, unless another token was saved meanwhile. A refused token is no longer used. */
  setError(
    tx: Tx,
    { funnelId, savedAt }: PageAccess,
    message: string,
    { isTokenRefused = false, pauseMs = 0 } = {},
  ): void {
    tx.send(SET_ERROR, [funnelId, savedAt, message, isTokenRefused, pauseMs]);
  }
}

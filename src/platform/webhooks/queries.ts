import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { decrypt, encrypt } from '#kit/encryption.ts'
import { notFound } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import { nextVersion } from '#kit/version.ts'
import type { WebhookKind } from './contract.ts'

const ownerOf = (companyCode: string) => `company:${companyCode}`

function selectWebhooks(db: Database, companyCode: string) {
  return db
    .selectFrom('webhook')
    .select(['id', 'companyCode', 'name', 'kind', 'host', 'version'])
    .select(sql<boolean>`secret_sealed is not null`.as('isSigned'))
    .select(
      sql<number>`(select count(*) from subscription s where s.webhook_id = webhook.id)`.as('subscriptions'),
    )
    .where('companyCode', '=', companyCode)
}

export async function findWebhooks(db: Database, companyCode: string) {
  return selectWebhooks(db, companyCode).orderBy('name').execute()
}

/** A robot of the company; throws NOT_FOUND. */
export async function getWebhook(db: Database, companyCode: string, id: number) {
  const row = await selectWebhooks(db, companyCode).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('群机器人')
  return row
}

/** Locks a robot of the company until the transaction ends and returns it; throws NOT_FOUND. */
export async function lockWebhook(db: Database, companyCode: string, id: number) {
  await db.selectFrom('webhook').select('id').where('id', '=', id).forUpdate().execute()
  return getWebhook(db, companyCode, id)
}

/** The fields to save; absent fields stay unchanged. */
export interface WebhookChange {
  name?: string
  kind?: WebhookKind
  url?: URL
  secret?: string | null
}

interface Author {
  companyCode: string
  actorId: number
  at: Date
}

/** The columns of a change, with URL and secret encrypted. */
function encryptedColumns(keyFor: KeyFor, companyCode: string, { url, secret, ...plain }: WebhookChange) {
  const encryptText = (text: string) => encrypt(keyFor('webhook'), Buffer.from(text), ownerOf(companyCode))
  return {
    ...plain,
    ...(url && { host: url.hostname, urlSealed: encryptText(url.href) }),
    ...(secret !== undefined && { secretSealed: secret === null ? null : encryptText(secret) }),
  }
}

/** Inserts a robot and returns its id. */
export async function insertWebhook(
  db: Database,
  keyFor: KeyFor,
  { url, name, kind, secret }: Required<WebhookChange>,
  { companyCode, actorId, at }: Author,
): Promise<number> {
  const { urlSealed, host, secretSealed } = encryptedColumns(keyFor, companyCode, { url, secret })
  if (!urlSealed || !host) throw new Error('a robot without address')
  const stamp = { createdAt: at, createdBy: actorId, updatedAt: at, updatedBy: actorId }
  const { id } = await db
    .insertInto('webhook')
    .values({ companyCode, name, kind, host, urlSealed, secretSealed: secretSealed ?? null, ...stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a robot. The caller holds the lock and has checked the version. */
export async function updateWebhook(
  db: Database,
  keyFor: KeyFor,
  id: number,
  change: WebhookChange,
  { companyCode, actorId, at }: Author,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ ...encryptedColumns(keyFor, companyCode, change), updatedAt: at, updatedBy: actorId })
    .set(nextVersion)
    .where('id', '=', id)
    .execute()
}

/** Deletes a robot; its subscriptions continue in the console. */
export async function deleteWebhook(db: Database, id: number): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** A robot with decrypted URL and secret, for sending; throws NOT_FOUND. */
export async function getRobot(db: Database, keyFor: KeyFor, companyCode: string, id: number) {
  const row = await db
    .selectFrom('webhook')
    .select(['kind', 'urlSealed', 'secretSealed'])
    .where('id', '=', id)
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  if (!row) throw notFound('群机器人')
  const decryptText = (bytes: Buffer) =>
    decrypt(keyFor('webhook'), bytes, ownerOf(companyCode)).toString('utf8')
  return {
    kind: row.kind,
    url: decryptText(row.urlSealed),
    secret: row.secretSealed && decryptText(row.secretSealed),
  }
}

/** Encrypts URLs and secrets of all robots with another key; returns the number of robots. */
export async function reencryptWebhooks(db: Database, before: KeyFor, after: KeyFor): Promise<number> {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'companyCode', 'urlSealed', 'secretSealed'])
    .forUpdate()
    .execute()
  for (const { id, companyCode, urlSealed, secretSealed } of rows) {
    const owner = ownerOf(companyCode)
    const again = (bytes: Buffer) =>
      encrypt(after('webhook'), decrypt(before('webhook'), bytes, owner), owner)
    await db
      .updateTable('webhook')
      .set({ urlSealed: again(urlSealed), secretSealed: secretSealed && again(secretSealed) })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

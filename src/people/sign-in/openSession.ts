import { createHash } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { dayOf } from '#kit/calendar.ts'
import type { Person } from '#kit/person.ts'
import { hashToken, newToken } from '#kit/secret.ts'
import type { Context } from '#kit/serve.ts'
import { spending } from '#kit/spending.ts'
import { word } from '#kit/text.ts'
import { hasSignedIn, recordAttempt } from '#people/sessions/attempts/queries.ts'
import { rememberDevice } from '#people/sessions/devices/queries.ts'
import { clearFailures, clearStreaks, deleteSession, failureNames } from '#people/sessions/queries.ts'
import { endOfSession } from '#people/sessions/rules.ts'
import type { Credentials } from '#people/staff/queries.ts'
import { notify } from '#platform/notices/queries.ts'
import type { Claim } from './claim.ts'
import { insertSession } from './signInQueries.ts'
import { deviceOf } from './userAgent.ts'

/** A person who has proved completely who they are. */
export interface Opening {
  staff: Credentials
  claim: Claim
  autoLogin: boolean
  /** Nobody is notified of a new device. */
  hasSharedAccounts: boolean
}

/** Opens a session, remembers its device, and records the sign-in, all in the transaction of the request. */
export async function openSession(
  { db, clock, ip, userAgent, tokenHash }: Context<Person | null>,
  { staff, claim, autoLogin, hasSharedAccounts }: Opening,
) {
  const token = newToken()
  const now = clock()
  // In the transaction of the sign-in, which a refusal rolls back.
  await spending(db, clock, 1)({ ...staff, role: null, parentId: null }, 'signIn')
  // The browser's earlier session ends with the new sign-in.
  if (tokenHash) await deleteSession(db, tokenHash)
  await endFailures(db, staff, claim)
  const isFirst = !(await hasSignedIn(db, staff.id))
  const { secretHash } = claim
  const device = secretHash && (await rememberDevice(db, { staffId: staff.id, secretHash, userAgent }, now))
  const isNew = device ? device.isNew : true
  const times = { createdAt: now, seenAt: now, autoLogin }
  const session = { tokenHash: hashToken(token), staffId: staff.id, deviceId: device?.id ?? null }
  await insertSession(db, { ...session, ...times, ip, userAgent })
  await recordAttempt(db, { ...claim.record, knownDevice: !isNew, outcome: 'success' })
  if (isNew && !isFirst && !hasSharedAccounts) await notifyNewDevice(db, staff, claim)
  return {
    token,
    expiresAt: endOfSession(times).toISOString(),
    mustChangePassword: staff.mustChangePassword,
  }
}

/**
 * Ends the failures of the person. The owner's sign-in on a known device leaves those of the last 15 minutes: they are
 * a stranger's, who must not get more guesses each time the owner signs in.
 */
async function endFailures(db: Database, staff: Credentials, { deviceId }: Claim): Promise<void> {
  if (deviceId === null) await clearFailures(db, failureNames(staff))
  else await clearStreaks(db, failureNames(staff))
}

/** Notifies a person of a sign-in from a device that is new for them; for a browser without a secret, once a day. */
async function notifyNewDevice(
  db: Database,
  { id, companyCode }: Credentials,
  { secretHash, record }: Claim,
) {
  const { at, ip, userAgent } = record
  const { browser, system } = deviceOf(userAgent)
  const device = [system, browser].filter(Boolean).join(' · ')
  const unnamed = createHash('sha256')
    .update(`${dayOf(at)} ${ip} ${userAgent}`)
    .digest('hex')
  await notify(db, [
    {
      companyCode,
      staffId: id,
      kind: 'newDevice',
      title: { sentence: '新设备登录了您的账号：{device}', values: { device: device || word('未知设备') } },
      text: { sentence: '地址 {ip}。如果不是您本人，请立即修改密码，其他设备随即下线。', values: { ip } },
      link: '/account/settings?tab=sign-ins',
      dedupeKey: secretHash ? `${secretHash.toString('hex')} ${at.toISOString()}` : unnamed,
      at,
    },
  ])
}

import type * as z from 'zod'
import { type Changes, changesBetween } from '#kit/audit.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { inChinese } from '#kit/text.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { webhooks } from './contract.ts'
import { sendToGroup } from './message.ts'
import type { WebhookTransport } from './post.ts'
import * as queries from './queries.ts'
import { allowedUrl, assertRoom } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getWebhook>>
type All = Handlers<typeof webhooks>

/** The logged fields of a robot, without its URL. */
const loggedFields = ({ name, kind, host, isSigned }: Row) => ({ name, kind, host, isSigned })

const by = ({ actor, clock }: Context) => ({
  companyCode: actor.companyCode,
  actorId: actor.id,
  at: clock(),
})

const TEST = '这是一条测试消息：{company}的「{name}」可以收到后台的订阅了。'

type CreateInput = z.output<(typeof webhooks)['create']['input']>
type UpdateInput = z.output<(typeof webhooks)['update']['input']>

async function add(context: Context, hosts: readonly string[], { url, secret, ...input }: CreateInput) {
  const { db, actor, keyFor, record } = context
  assertRoom((await queries.findWebhooks(db, actor.companyCode)).length)
  const full = { ...input, url: allowedUrl(url, hosts), secret: secret ?? null }
  const id = await queries.insertWebhook(db, keyFor, full, by(context))
  const row = await queries.getWebhook(db, actor.companyCode, id)
  record({
    action: 'create',
    entity: 'webhook',
    recordId: id,
    changes: changesBetween({}, loggedFields(row)),
  })
  return row
}

async function change(
  context: Context,
  hosts: readonly string[],
  { id, version, url, ...sent }: UpdateInput,
) {
  const { db, actor, keyFor, record } = context
  const before = await queries.lockWebhook(db, actor.companyCode, id)
  assertVersion(before, version, (row) => row)
  const changed = { ...definedOnly(sent), ...(url && { url: allowedUrl(url, hosts) }) }
  await queries.updateWebhook(db, keyFor, id, changed, by(context))
  const after = await queries.getWebhook(db, actor.companyCode, id)
  // Log that the URL was changed, without the URL itself: with the same host the change would not be visible.
  const address: Changes = url ? { url: [null, '******'] } : {}
  const changes = { ...changesBetween(loggedFields(before), loggedFields(after)), ...address }
  record({ action: 'update', entity: 'webhook', recordId: id, changes })
  return after
}

/** Sends before the transaction begins, so that no lock is held while the robot responds. */
function testOf(transport: WebhookTransport, title: string): All['test'] {
  return {
    ownTransaction: async ({ db, actor, clock, keyFor }, { id }, transact) => {
      const { name } = await queries.getWebhook(db, actor.companyCode, id)
      const robot = await queries.getRobot(db, keyFor, actor.companyCode, id)
      await sendToGroup(transport, robot, inChinese(TEST, { company: title, name }), clock())
      await transact(async ({ record }) =>
        record({ action: 'test', entity: 'webhook', recordId: id, changes: {} }),
      )
      return { id }
    },
  }
}

/** Serves the group robots of the user's company; `title` is the sender's name in test messages. */
export function webhooksServer(transport: WebhookTransport, title: string) {
  return serve(
    webhooks,
    {
      list: async ({ db, actor }) => queries.findWebhooks(db, actor.companyCode),
      options: async ({ db, actor }) => ({ items: await queries.findWebhooks(db, actor.companyCode) }),
      create: (context, input) => add(context, transport.hosts, input),
      update: (context, input) => change(context, transport.hosts, input),
      remove: async ({ db, actor, record }, { id }) => {
        const before = await queries.lockWebhook(db, actor.companyCode, id)
        await queries.deleteWebhook(db, id)
        const changes = changesBetween(loggedFields(before), {})
        record({ action: 'remove', entity: 'webhook', recordId: id, changes })
        return { id }
      },
      test: testOf(transport, title),
    },
    { webhook_name: { field: 'name', message: '同名的群机器人已经存在，请换一个名称。' } },
  )
}

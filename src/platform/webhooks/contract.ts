import * as z from 'zod'
import { endpoint, Id, Option, optionsEndpoint, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'

/** The service of a group robot; each has its own message format. */
export const WebhookKind = z.enum(['wecom', 'dingtalk', 'feishu']).meta({ title: '群机器人' })
export type WebhookKind = z.output<typeof WebhookKind>

/** A group robot as admins see it. The URL is never returned. */
export const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  kind: WebhookKind,
  host: z.string(),
  /** Whether messages are signed (加签). */
  isSigned: z.boolean(),
  /** The number of subscriptions that use it. */
  subscriptions: z.int(),
  version: z.int(),
})

export type Webhook = z.output<typeof Webhook>

/** The URL with its key, as the robot's settings page shows it. */
const Url = z.string().trim().min(1).max(1_000).meta({ title: '机器人地址' })

const fields = {
  name: line('名称', 20),
  kind: WebhookKind,
  url: Url,
  /** The signing secret of 钉钉 and 飞书; 企业微信 has none. */
  secret: optionalLine('加签密钥', 200),
}

export const webhooks = {
  list: endpoint('GET /api/webhooks', {
    needs: 'canAdmin',
    summary: '本公司的群机器人；地址和密钥不会再显示',
    input: z.strictObject({}),
    output: z.array(Webhook),
  }),
  options: optionsEndpoint('GET /api/webhooks/options', {
    offers: 'webhook',
    needs: 'signedIn',
    summary: '订阅时可选的群机器人',
    input: z.strictObject({}),
    output: z.object({ items: z.array(Option) }),
  }),
  create: endpoint('POST /api/webhooks', {
    needs: 'canAdmin',
    summary: '添加群机器人；只接受名单内域名的 https 地址',
    input: z.strictObject({ ...fields, secret: fields.secret.optional() }),
    output: Webhook,
    answerKept: false,
  }),
  update: endpoint('PATCH /api/webhooks/:id', {
    needs: 'canAdmin',
    summary: '改名，或换地址、密钥；没有填的保持不变',
    input: z.strictObject({ id: Id, version: Version, ...z.object(fields).partial().shape }),
    output: Webhook,
    answerKept: false,
  }),
  remove: endpoint('DELETE /api/webhooks/:id', {
    needs: 'canAdmin',
    summary: '删除群机器人；送到它的订阅改为只在系统内',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
  }),
  test: endpoint('POST /api/webhooks/:id/test', {
    needs: 'canAdmin',
    budget: 'question',
    summary: '往群里发一条测试消息',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
    answerKept: false,
  }),
}

import { AppError, invalidField } from '#kit/errors.ts'
import type { WebhookKind } from './contract.ts'

export const kindNames: Record<WebhookKind, string> = {
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
}

/** The hosts of the three services; the server's configuration can replace the list. */
export const DEFAULT_HOSTS = ['qyapi.weixin.qq.com', 'oapi.dingtalk.com', 'open.feishu.cn']

/** Maximum number of robots per company. */
export const MAX_WEBHOOKS = 20

/** Throws WRONG_STATE if the company has the maximum number of robots. */
export function assertRoom(count: number): void {
  if (count < MAX_WEBHOOKS) return
  throw new AppError('WRONG_STATE', '已有 {n} 个群机器人，不能再增加，请先删除不用的。', {
    values: { n: MAX_WEBHOOKS },
  })
}

/**
 * Parses a robot's URL: https on the default port, an allowed host, no user name or password. Throws INVALID; the
 * message never repeats the URL, which is a secret.
 */
export function allowedUrl(text: string, hosts: readonly string[]): URL {
  if (!URL.canParse(text)) {
    throw invalidField('url', '这不是一个网址，请从群机器人的设置页复制完整地址。')
  }
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') {
    throw invalidField('url', '只接受 https:// 开头、不带端口和密码的地址。')
  }
  if (!hosts.includes(url.hostname)) {
    throw invalidField('url', '不能发送到这个域名，只能是：{hosts}。', { hosts })
  }
  url.hash = ''
  return url
}

import { AppError, invalidField } from '#kit/errors.ts'
import type { WebhookKind } from './contract.ts'

export const kindNames: Record<WebhookKind, string> = {
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
}

/** The hosts of the three services; a server's own list stands instead where it is set. */
export const USUAL_HOSTS = ['qyapi.weixin.qq.com', 'oapi.dingtalk.com', 'open.feishu.cn']

/** More robots no company has groups for. */
export const MOST_WEBHOOKS = 20

/** Throws WRONG_STATE where a company has as many as there may be. */
export function assertRoom(standing: number): void {
  if (standing < MOST_WEBHOOKS) return
  throw new AppError('WRONG_STATE', '已有 {n} 个群机器人，不能再增加，请先删除不用的。', {
    params: { n: MOST_WEBHOOKS },
  })
}

/**
 * A robot's address that may be called: https at its usual port, a host of the list, and nobody's name or password in
 * it. Throws INVALID; the address is never repeated, it is a secret.
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
    throw invalidField('url', '不能发送到这个域名，只能是：{hosts}。', { hosts: hosts.join('、') })
  }
  url.hash = ''
  return url
}

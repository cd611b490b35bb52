import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { AppError } from '#kit/errors.ts'
import { inChinese } from '#kit/text.ts'
import { acceptMessage, ROBOT_HOST, testRobot } from '#testing/testRobot.ts'
import { isPublic } from './addresses.ts'
import { requestBody, sanitizeText, sendToGroup, signedUrl } from './message.ts'
import { post, type WebhookTransport } from './post.ts'

const SECRET = 'key=6a1f-secret'
const URL_OF_ROBOT = `https://${ROBOT_HOST}/cgi-bin/webhook/send?${SECRET}`
const NOW = new Date('2026-05-19T00:00:00Z')

/** The error of a message that was not sent; asserts that it does not contain the URL. */
async function refusal(transport: WebhookTransport, address = URL_OF_ROBOT): Promise<string> {
  try {
    await post(transport, address, { text: 'x' })
  } catch (error) {
    assert.ok(error instanceof AppError, String(error))
    const errorText = JSON.stringify([error.sentence, error.data, error.values])
    assert.ok(!errorText.includes('6a1f') && !errorText.includes('cgi-bin'), errorText)
    return inChinese(error.sentence)
  }
  return 'sent'
}

test('a message is posted as JSON to a robot on an allowed host', async () => {
  const { means: transport, received } = await testRobot(acceptMessage)
  await sendToGroup(transport, { kind: 'wecom', url: URL_OF_ROBOT, secret: null }, '共 3 条', NOW)
  const [{ path, body, headers } = { path: '', body: null, headers: {} }] = received
  assert.equal(path, `/cgi-bin/webhook/send?${SECRET}`)
  assert.deepEqual(body, { msgtype: 'text', text: { content: '共 3 条' } })
  assert.equal(headers.host?.split(':')[0], ROBOT_HOST)
})

test('a host is not called if any of its addresses is private', async () => {
  const { means: transport, received } = await testRobot(acceptMessage)
  const PRIVATE = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1']
  const PRIVATE6 = [
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ]
  for (const address of [...PRIVATE, ...PRIVATE6, '0.0.0.0', '224.0.0.1', '255.255.255.255']) {
    const family = address.includes(':') ? 6 : 4
    const answers = [
      { address: '8.8.8.8', family: 4 },
      { address, family },
    ]
    const strict: WebhookTransport = { ...transport, mayConnect: isPublic, resolve: async () => answers }
    assert.match(await refusal(strict), /内部网络/, address)
  }
  assert.match(await refusal({ ...transport, resolve: async () => [] }), /内部网络/)
  assert.deepEqual(received, [])
})

test('isPublic accepts public addresses', () => {
  for (const address of [
    '8.8.8.8',
    '119.147.3.1',
    '172.32.0.1',
    '192.169.0.1',
    '2400:3200::1',
    '2606:4700::1111',
  ]) {
    assert.ok(isPublic(address), address)
  }
})

test('the host is resolved once, and the connection goes to the checked address', async () => {
  const { means: transport, received } = await testRobot(acceptMessage)
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  assert.equal(await refusal({ ...transport, resolve }), 'sent')
  assert.deepEqual([lookups, received.length], [1, 1])
})

test('other hosts, IP addresses, http, ports and passwords are refused without a DNS lookup', async () => {
  const { means: transport, received } = await testRobot(acceptMessage)
  const resolve = () => assert.fail('asked')
  for (const address of [
    'https://other.example.cn/x',
    `https://${ROBOT_HOST}.evil.cn/x`,
    `https://evil.cn/${ROBOT_HOST}`,
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://localhost/x',
    `http://${ROBOT_HOST}/x`,
    `https://${ROBOT_HOST}:8443/x`,
    `https://user:pass@${ROBOT_HOST}/x`,
    `ftp://${ROBOT_HOST}/x`,
    'robot',
  ]) {
    assert.match(await refusal({ ...transport, resolve }, address), /域名|https|网址/, address)
  }
  assert.deepEqual(received, [])
})

const answering: [string, (reply: ServerResponse) => void, RegExp][] = [
  ['a redirect', (reply) => reply.writeHead(302, { location: 'http://127.0.0.1/' }).end(), /没有跟随/],
  ['a permanent redirect', (reply) => reply.writeHead(308, { location: '/other' }).end(), /没有跟随/],
  ['a failure', (reply) => reply.writeHead(500).end('{}'), /不是机器人的答复/],
  ['a page', (reply) => reply.end('<html>'), /不是机器人的答复/],
  ['more than a robot says', (reply) => reply.end(`"${'x'.repeat(20_000)}"`), /不是机器人的答复/],
  ['nothing', (reply) => reply.destroy(), /连接不上/],
]

for (const [what, answer, sentence] of answering) {
  test(`the post fails without a second request if the robot responds with ${what}`, async () => {
    const { means: transport, received } = await testRobot(answer)
    assert.match(await refusal(transport), sentence)
    assert.equal(received.length, 1)
  })
}

test('a robot or a name server that does not respond causes a timeout', async () => {
  const { means: transport } = await testRobot(() => {})
  assert.match(await refusal({ ...transport, timeoutMs: 50 }), /3 秒/)
  const never = new Promise<never>(() => {})
  assert.match(await refusal({ ...transport, timeoutMs: 50, resolve: () => never }), /3 秒/)
})

test('a certificate for another host is refused', async () => {
  const { means: transport } = await testRobot(acceptMessage)
  const hosts = ['wrong.example.cn']
  assert.match(await refusal({ ...transport, hosts }, 'https://wrong.example.cn/x'), /连接不上/)
})

test('a refusal by the robot is reported with its code', async () => {
  const { means: transport } = await testRobot((reply) =>
    reply.end('{"errcode":310000,"errmsg":"sign not match"}'),
  )
  const sending = sendToGroup(transport, { kind: 'dingtalk', url: URL_OF_ROBOT, secret: null }, 'x', NOW)
  await assert.rejects(
    sending,
    (error) => error instanceof AppError && /310000/.test(inChinese(error.sentence)),
  )
})

test('钉钉 is signed in the URL and 飞书 in the body, as in their manuals', () => {
  const robot = { url: 'https://oapi.dingtalk.com/robot/send?access_token=a', secret: 'SECabc' }
  const signed = new URL(signedUrl({ ...robot, kind: 'dingtalk' }, NOW))
  assert.equal(signed.searchParams.get('timestamp'), '1779148800000')
  // echo -en '1779148800000\nSECabc' | openssl dgst -sha256 -hmac SECabc -binary | base64
  assert.equal(signed.searchParams.get('sign'), 'M64okNtDvbuhoQy0JiKXD+mKd7bcvGNFSZz98dHeLc4=')
  assert.equal(signed.searchParams.get('access_token'), 'a')
  // printf '' | openssl dgst -sha256 -hmac $'1779148800\nSECabc' -binary | base64
  const body = {
    timestamp: '1779148800',
    sign: 'FXl2PlwUTuCrqDifj4DjaVkMx/eWf0fT+a+a2OrXsao=',
    msg_type: 'text',
    content: { text: 'x' },
  }
  assert.deepEqual(requestBody({ ...robot, kind: 'feishu' }, 'x', NOW), body)
  assert.equal(signedUrl({ ...robot, kind: 'wecom' }, NOW), robot.url)
})

test('a text cannot mention the whole group and is cut to the allowed length', () => {
  assert.equal(sanitizeText('<at user_id="all">所有人</at>'), '‹at user_id="all"›所有人‹/at›')
  const long = sanitizeText('店'.repeat(2_000))
  assert.ok(Buffer.byteLength(long) <= 2_048 && long.endsWith('…'))
})

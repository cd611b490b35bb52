import type { LookupAddress } from 'node:dns'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { WebhookTransport } from '#platform/webhooks/post.ts'

/** The host of the test robot; its certificate is valid for this name and `other.example.cn`. */
export const ROBOT_HOST = 'robot.example.cn'

/** Made for these tests; valid for two host names that do not exist. */
export const ROBOT_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBiDCCAS6gAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBByb2JvdC5l
eGFtcGxlLmNuMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBByb2JvdC5leGFtcGxlLmNuMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAE5rIIIPxOr3xmnUTz1V3SkJVwZ8bD48PyA5xIIXOdjwKLfrewMW0mrl/pY2Oh
BDKYwbTMpBbdS9O5ed1ddc+XkaNhMF8wLQYDVR0RBCYwJIIQcm9ib3QuZXhhbXBs
ZS5jboIQb3RoZXIuZXhhbXBsZS5jbjAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQW
BBQGMxM4zoPXas8Jsx2zZ/Fo2OJkVTAKBggqhkjOPQQDAgNIADBFAiEA+bXhBr19
viK9Jbe6GnbkWACWNitMPzH4HuRdu6BoliACIFvSYlpmd03ro6LckOM+qtV8oNLc
mu3al6/n0YN2+pM0
-----END CERTIFICATE-----`
export const ROBOT_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRBOUNb4Vi6hk3iwm
EQNdNP2aNlzmo90NyZKEq5koic2hRANCAATmsggg/E6vfGadRPPVXdKQlXBnxsPj
w/IDnEghc52PAot+t7AxbSauX+ljY6EEMpjBtMykFt1L07l53V11z5eR
-----END PRIVATE KEY-----`

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

/** Starts a local robot that responds with `answer`; its transport accepts only the local address. */
export async function testRobot(answer: (reply: ServerResponse) => void) {
  const received: Received[] = []
  const server = createServer({ cert: ROBOT_CERTIFICATE, key: ROBOT_KEY }, async (request, reply) => {
    const body = (await request.toArray()).join('')
    received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
    answer(reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  after(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  const here: LookupAddress = { address: '127.0.0.1', family: 4 }
  const transport: WebhookTransport = {
    hosts: [ROBOT_HOST],
    resolve: async () => [here],
    connection: { ca: ROBOT_CERTIFICATE, port },
    mayConnect: (address) => address === '127.0.0.1',
  }
  return { received, means: transport }
}

/** Responds as a robot that accepts the message. */
export function acceptMessage(reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{"errcode":0,"errmsg":"ok"}')
}

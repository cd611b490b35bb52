import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ROBOT_CERTIFICATE, ROBOT_KEY } from '../../src/testing/testRobot.ts'

/** A stand-in for the group robots' services; `network.ts` leads the program's messages to it. */
export interface Robot {
  /** The texts that it has accepted. */
  texts: string[]
  /** While true, connections are cut. */
  isDown: boolean
  /** What a node needs to reach it. */
  environment: Record<string, string>
  close: () => Promise<void>
}

/** Starts a robot that accepts every message, in a folder for its certificate. */
export async function startRobot(folder: string): Promise<Robot> {
  const robot: Robot = { texts: [], isDown: false, environment: {}, close: async () => {} }
  const server = createServer({ cert: ROBOT_CERTIFICATE, key: ROBOT_KEY }, async (request, reply) => {
    if (robot.isDown) return request.socket.destroy()
    const body = JSON.parse((await request.toArray()).join(''))
    robot.texts.push(body.text?.content ?? body.content?.text ?? '')
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"errcode":0,"errmsg":"ok"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const certificate = join(folder, 'robot.pem')
  writeFileSync(certificate, ROBOT_CERTIFICATE)
  const { port } = server.address() as AddressInfo
  robot.environment = { ROBOT_PORT: String(port), ROBOT_CERTIFICATE: certificate }
  robot.close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return robot
}

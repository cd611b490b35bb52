import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { readHolder } from '../../src/db/engine/lock.ts'
import { DEMO_PASSWORD } from '../../src/demo/accounts.ts'
import { type Running, refusedProgram, startProgram } from '../../src/testing/testProcess.ts'
import { hasLoopDevices, type LimitedDisk, makeDisk } from '../crash/disk.ts'
import { killProgram } from '../crash/program.ts'
import { createDatabase, startPostgres, type TemporaryServer, urlOf } from '../postgres.ts'
import { type SimulatedClock, simulatedClock } from './clock.ts'
import { areBusy, freeze, type StatementWatch, watchStatements } from './processes.ts'
import { startProxy, type TcpProxy } from './proxy.ts'
import { type Robot, startRobot } from './robot.ts'

export type EngineName = 'PostgreSQL' | 'embedded'

/** The response to a request; status 0 if there was none. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the callers know the response
  data: any
  text: string
}

/** A node of the program, and how it is started again. */
interface Node {
  running: Running
  settings: Record<string, string>
}

/** A node reports each minute: beyond this, its last report is not of this step of the clock nor of the one before. */
const MAX_BEAT_AGE_MS = 100_000

/** Where a group's robot would be; `network.ts` leads its messages to the stand-in. */
export const ROBOT_URL =
  'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=00000000-0000-4000-8000-000000000000'

const SECRET_KEY = Buffer.alloc(32, 9).toString('base64')

const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: '海边的风-2026-起' }

/** Settings of every node: one address sends all requests of a week. */
const SETTINGS = {
  SECRET_KEY,
  LOG_LEVEL: 'info',
  RATE_LIMIT: '100000',
  ...ADMIN,
  BUDGET_FACTOR: '1000',
  METRICS_TOKEN: 'metrics-of-the-fault-test',
}

/** A disk of which a fifth is more than the 2 GB that are critical; the image has only the blocks that are written. */
const DISK_MIB = 16_384

const DATABASE = 'faults'

/** PostgreSQL archives its log and keeps nothing of it. It is set with `alter system`, so that a fault can change it. */
export const ARCHIVE_COMMAND = '/bin/true'

/** What a node loads before the program. */
const PRELOADED = ['timers.ts', 'network.ts']

/** What the database contains: one new company with a group robot, or the demo's companies. */
export type Data = 'small' | 'demo'

/** The node that is started first, and that requests go to unless they name another. */
export const FIRST = 'a'
/** The other node of an installation on PostgreSQL. */
export const SECOND = 'b'

/**
 * The program with the demo's data as in production, on one of the engines, with a clock that the script moves. On
 * PostgreSQL a proxy is between the nodes and the server.
 */
export class Rig {
  readonly engine: EngineName
  readonly folder: string
  readonly clock: SimulatedClock
  readonly robot: Robot
  readonly data: Data
  readonly nodes = new Map<string, Node>()
  server: TemporaryServer | null = null
  /** On the embedded engine: the disk with the data folder, which can be filled. */
  disk: LimitedDisk | null = null
  proxy: TcpProxy | null = null
  /**
   * Whether the clock waits until every node has reported and every audit line is sealed. Both take real time; on a busy
   * machine several steps in between would look like minutes without a report.
   */
  waitsForChores = false
  readonly #databaseSettings: Record<string, string> = {}
  readonly #acknowledged: string[] = []
  #statements: StatementWatch | null = null
  #token = ''

  private constructor(
    engine: EngineName,
    { folder, robot, data }: { folder: string; robot: Robot; data: Data },
  ) {
    this.engine = engine
    this.folder = folder
    this.robot = robot
    this.data = data
    this.clock = simulatedClock(
      this.folder,
      async () =>
        (await areBusy(this.#pids())) ||
        ((await this.#statements?.isBusy()) ?? false) ||
        (this.waitsForChores && (await this.#hasLateChore())),
      () => freeze(this.#nodePids()),
    )
  }

  /** Starts the server, if any, and the first node. */
  static async start(engine: EngineName, data: Data): Promise<Rig> {
    const folder = mkdtempSync(join(tmpdir(), 'houtai-faults-'))
    // The server runs as another user, and reads the clock's file.
    chmodSync(folder, 0o755)
    const rig = new Rig(engine, { folder, robot: await startRobot(folder), data })
    if (engine === 'PostgreSQL') {
      rig.server = await startPostgres({ max_connections: 60, archive_mode: 'on' }, rig.clock.environment)
      await createDatabase(rig.server.url, DATABASE)
      await rig.query(`alter system set archive_command = '${ARCHIVE_COMMAND}'`)
      await rig.query('select pg_reload_conf()')
      rig.#statements = watchStatements(rig.server.url)
      rig.proxy = await startProxy(Number(new URL(rig.server.url).port))
      await rig.#makeRoles(urlOf(rig.server.url, DATABASE))
    }
    if (engine === 'embedded' && hasLoopDevices) rig.disk = makeDisk(DISK_MIB)
    await rig.startNode(FIRST)
    if (rig.server) await rig.startNode(SECOND)
    await rig.signIn()
    if (data === 'small') await rig.#addRobot()
    return rig
  }

  async #hasLateChore(): Promise<boolean> {
    const late = await this.query(
      `select from audit_unsealed union all select from system_node where beat_at < $1 limit 1`,
      [new Date(this.clock.now() - MAX_BEAT_AGE_MS)],
    )
    return late.length > 0
  }

  /** The processes of the program and the server. */
  #pids(): number[] {
    const nodes = this.#nodePids()
    return this.server ? [...nodes, this.server.pid()] : nodes
  }

  #nodePids(): number[] {
    return [...this.nodes.values()].flatMap(({ running: { child } }) =>
      child.exitCode === null && child.signalCode === null ? (child.pid ?? []) : [],
    )
  }

  /** The data folder of a node; on the embedded engine there is only one. */
  dataFolder(name = FIRST): string {
    return join(this.disk?.folder ?? this.folder, `data-${name}`)
  }

  /**
   * Starts a node by the name, with the settings of its earlier start unless others are given, of this program or of
   * another version in `root`.
   */
  async startNode(name: string, settings?: Record<string, string>, root?: string): Promise<void> {
    const own = settings ?? this.nodes.get(name)?.settings ?? {}
    mkdirSync(this.dataFolder(name), { recursive: true })
    const environment = {
      ...SETTINGS,
      ...this.clock.environmentOf(name),
      ...this.robot.environment,
      NODE_OPTIONS: PRELOADED.map(
        (file) => `--import=${pathToFileURL(join(import.meta.dirname, file))}`,
      ).join(' '),
      ...this.#databaseSettings,
      DATA_DIR: this.dataFolder(name),
      ...own,
    }
    const running = await startProgram(this.data === 'demo' ? ['--demo'] : [], environment, root)
    this.nodes.set(name, { running, settings: own })
    // An interrupted run must not leave its nodes running.
    const endWithProcess = () => running.child.kill('SIGKILL')
    process.once('exit', endWithProcess)
    running.child.once('exit', () => process.off('exit', endWithProcess))
  }

  /** Puts the second barrier up, as docs/operate/postgresql.md says. The program reaches the server through the proxy. */
  async #makeRoles(adminUrl: string): Promise<void> {
    const file = join(this.folder, 'roles.env')
    const settings = { ...SETTINGS, ADMIN_DATABASE_URL: adminUrl }
    const { code, output } = await refusedProgram([`--file=${file}`], settings, 'commands/dbRoles.ts')
    if (code !== 0) throw new Error(output)
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const at = line.indexOf('=')
      const url = new URL(line.slice(at + 1))
      url.port = String(this.proxy?.port)
      this.#databaseSettings[line.slice(0, at)] = url.href
    }
  }

  async stopNode(name: string): Promise<void> {
    await this.node(name).running.stop()
  }

  /** Ends a node and its engine at once (kill -9). */
  killNode(name: string): void {
    killProgram(this.node(name).running)
  }

  node(name = FIRST): Node {
    const node = this.nodes.get(name)
    if (!node) throw new Error(`there is no node ${name}`)
    return node
  }

  async signIn(): Promise<void> {
    const password = this.data === 'demo' ? DEMO_PASSWORD : ADMIN.ADMIN_PASSWORD
    const account = { type: 'account', username: ADMIN.ADMIN_USERNAME, password, autoLogin: true }
    const { data, status, text } = await this.call('POST /api/login/account', account)
    if (status !== 200) throw new Error(`cannot sign in: ${status} ${text}`)
    this.#token = data.token
  }

  async #addRobot(): Promise<void> {
    const { status, text } = await this.call('POST /api/webhooks', {
      name: '运维群',
      kind: 'wecom',
      url: ROBOT_URL,
    })
    if (status !== 200) throw new Error(`no robot: ${text}`)
  }

  /** Calls the API as the admin of company 001. */
  async call(
    route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
    body?: object,
    name = FIRST,
  ): Promise<Answer> {
    const [method = '', path] = route.split(' ')
    const headers = {
      ...(this.#token && { authorization: this.#token }),
      ...(body && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
    }
    try {
      const answer = await fetch(this.node(name).running.base + path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      })
      const text = await answer.text()
      return { status: answer.status, data: text.startsWith('{') ? JSON.parse(text).data : null, text }
    } catch (error) {
      return { status: 0, data: null, text: String((error as Error).cause ?? error) }
    }
  }

  /** Creates a customer; remembers it if the program acknowledged it. */
  async write(name = FIRST): Promise<Answer> {
    const customer = `故障${this.#acknowledged.length}-${crypto.randomUUID().slice(0, 8)}`
    const answer = await this.call('POST /api/customers', { name: customer }, name)
    if (answer.status === 200) this.#acknowledged.push(customer)
    return answer
  }

  /** The acknowledged customers that are missing or duplicated, and how many there should be. */
  async findLost(): Promise<{ lost: string[]; acknowledged: number }> {
    const rows = await this.query<{ name: string }>(`select name from customer where name like '故障%'`)
    const counts = Map.groupBy(rows, ({ name }) => name)
    const lost = this.#acknowledged.filter((name) => counts.get(name)?.length !== 1)
    return { lost, acknowledged: this.#acknowledged.length }
  }

  /** Runs a statement past the program, as the owner of the database. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.address())
    // A server that is stopped ends the connection between two statements too.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Where a connection past the proxy goes. */
  address(): pg.ClientConfig {
    if (this.server) return { connectionString: urlOf(this.server.url, DATABASE) }
    const holder = readHolder(this.dataFolder())
    if (!holder) throw new Error('the embedded engine does not run')
    return { host: holder.socketFolder, user: 'postgres', database: 'postgres' }
  }

  /** Everything that the nodes have logged, one object a line. */
  logged(): { node: string; level: string; msg: string; [field: string]: unknown }[] {
    return [...this.nodes].flatMap(([node, { running }]) =>
      running
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => ({ ...JSON.parse(line), node })),
    )
  }

  async stop(): Promise<void> {
    for (const { running } of this.nodes.values()) {
      if (running.child.exitCode === null && running.child.signalCode === null) await running.stop()
    }
    await this.#statements?.close()
    await this.proxy?.close()
    await this.server?.stop()
    await this.robot.close()
    this.disk?.remove()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

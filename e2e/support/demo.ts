import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, startProgram } from '#testing/testProcess.ts'
import { createDatabase, dropDatabase, urlOf } from '../../scripts/postgres.ts'

/** A running demo with its own data, on a free port. */
export interface Demo {
  base: string
  /** The file with the demo's output since its start, which contains the sign-in codes. */
  log: string
  stop: () => Promise<void>
}

/** The demo and its copies share a key, since a database accepts only the key it was created with. */
const SECRET_KEY = Buffer.alloc(32, 3).toString('base64')

/**
 * Creates the demo data once for all demos of a run, in a folder or in a database of the given PostgreSQL server.
 * E2E_MADE passes its name to the other processes, E2E_SERVER the server. Returns a function that removes it.
 */
export async function makeDemoData(server?: string): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-made-'))
  // Several runs may share a server.
  const made = `houtai_demo_made_${process.pid}`
  if (server) await createDatabase(server, made)
  const database: Record<string, string> = server ? { DATABASE_URL: urlOf(server, made), SECRET_KEY } : {}
  await stopped(await startProgram(['--demo'], { ...database, DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  process.env.E2E_MADE = server ? made : folder
  if (server) process.env.E2E_SERVER = server
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    if (server) await dropDatabase(server, made)
  }
}

/**
 * Starts a demo on a copy of the data of `makeDemoData`, or on new data if there is none. Builds the web first if
 * needed.
 */
export async function startDemo(settings: Record<string, string> = {}): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-e2e-'))
  const data = await copyData(folder)
  // All journeys sign in as the same few people.
  const environment = {
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    BUDGET_FACTOR: '1000',
    ...data.environment,
    ...settings,
  }
  const program = await startProgram(['--demo'], environment)
  const log = join(folder, 'printed.log')
  writeFileSync(log, '')
  program.child.stdout?.on('data', (chunk) => appendFileSync(log, chunk))
  const stop = async () => {
    await stopped(program)
    await data.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return { base: program.base, log, stop }
}

interface Data {
  environment: Record<string, string>
  remove: () => Promise<void>
}

async function copyData(folder: string): Promise<Data> {
  const { E2E_SERVER: server, E2E_MADE: made } = process.env
  if (server && made) {
    const name = `houtai_e2e_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
    await createDatabase(server, name, made)
    return {
      environment: { DATABASE_URL: urlOf(server, name), SECRET_KEY },
      remove: () => dropDatabase(server, name),
    }
  }
  if (made) cpSync(made, folder, { recursive: true })
  return { environment: {}, remove: async () => {} }
}

async function stopped(program: Running): Promise<void> {
  const code = await program.stop()
  if (code !== 0) throw new Error(`the demo ended with ${code}:\n${program.output()}`)
}

/** A program without demo data on an empty database, and its first admin, whose password must be changed. */
export interface EmptyInstallation {
  base: string
  admin: { username: string; oneTimePassword: string }
  stop: () => Promise<void>
}

/** Starts the program as after an installation: in an empty folder, with the password that it prints. */
export async function startEmpty(): Promise<EmptyInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-empty-'))
  const program = await startProgram([], { DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const stop = async () => {
    await stopped(program)
    rmSync(folder, { recursive: true, force: true })
  }
  const [, username, oneTimePassword] = /用户名\s+(\S+)\s+密码\s+(\S+)/.exec(program.output()) ?? []
  if (username && oneTimePassword) return { base: program.base, admin: { username, oneTimePassword }, stop }
  await stop()
  throw new Error(`the program printed no first admin:\n${program.output()}`)
}

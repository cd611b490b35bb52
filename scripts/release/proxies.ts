import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { freePort } from '../../src/testing/testPort.ts'
import { ROOT } from '../steps.ts'
import { shell } from './sandbox.ts'

/** A sample proxy that runs before the nodes, at `https://127.0.0.1:port`. */
export interface RunningProxy {
  port: number
  stop: () => Promise<void>
}

/** The name that the samples use; the certificate of the tests is for it. */
const DOMAIN = 'houtai.example.cn'

/** The two addresses of nodes in the samples. */
const SAMPLE_NODES = ['127.0.0.1:8000', '127.0.0.1:8001']

/** Writes a certificate for the name, signed by itself. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const subject = ['-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN}`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  shell('openssl', [
    'req',
    '-x509',
    ...curve,
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  return { certificate, key }
}

/** The text of a sample with its addresses replaced; throws if the sample no longer contains one of them. */
function adapted(sample: string, replacements: Record<string, string>): string {
  let text = readFileSync(join(ROOT, 'release', sample), 'utf8')
  for (const [before, after] of Object.entries(replacements)) {
    if (!text.includes(before)) throw new Error(`${sample} has no ${before}`)
    text = text.replaceAll(before, after)
  }
  return text
}

function nodeAddresses(ports: readonly number[]): Record<string, string> {
  return Object.fromEntries(SAMPLE_NODES.map((sample, at) => [sample, `127.0.0.1:${ports[at]}`]))
}

/** Runs nginx with the sample as its only server; only ports and the places of the certificate differ. */
export async function startNginx(folder: string, nodes: readonly number[]): Promise<RunningProxy> {
  const port = await freePort()
  const plain = await freePort()
  const { certificate, key } = makeCertificate(folder)
  const server = adapted('nginx.conf', {
    ...nodeAddresses(nodes),
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen [::]:80;': '',
    '/etc/houtai/tls/fullchain.pem': certificate,
    '/etc/houtai/tls/privkey.pem': key,
  })
  const config = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  writeFileSync(
    config,
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr warn; events {}
http { access_log off; ${places}
${server} }`,
  )
  return untilAnswering(spawn('nginx', ['-e', 'stderr', '-c', config]), port)
}

/** Runs Caddy with the sample; it signs the certificate itself instead of asking for one. */
export async function startCaddy(folder: string, nodes: readonly number[]): Promise<RunningProxy> {
  const port = await freePort()
  const { certificate, key } = makeCertificate(folder)
  const site = adapted('Caddyfile', {
    ...nodeAddresses(nodes),
    [`${DOMAIN} {`]: `https://${DOMAIN}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
  })
  const config = join(folder, 'Caddyfile')
  const home = join(folder, 'caddy')
  mkdirSync(home)
  writeFileSync(config, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  return untilAnswering(spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], { env }), port)
}

const TRIES = 150
const PAUSE_MS = 100

async function untilAnswering(child: ChildProcess, port: number): Promise<RunningProxy> {
  let output = ''
  child.stdout?.on('data', (bytes) => (output += bytes))
  child.stderr?.on('data', (bytes) => (output += bytes))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  for (let tries = TRIES; tries > 0 && child.exitCode === null; tries -= 1) {
    const answer = await ask(port, '/api/health/ready').catch(() => null)
    if (answer?.status === 200) {
      return {
        port,
        stop: async () => {
          child.kill('SIGTERM')
          await exited
        },
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  child.kill('SIGKILL')
  throw new Error(`the proxy does not answer:\n${output}`)
}

export interface ProxyAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends a request to a proxy by the name of the samples. Its certificate is signed by itself, so it is not checked. */
export function ask(
  port: number,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<ProxyAnswer> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: content === undefined ? 'GET' : 'POST',
        servername: DOMAIN,
        rejectUnauthorized: false,
        headers: {
          host: DOMAIN,
          ...(content !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => (text += part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(content)
  })
}

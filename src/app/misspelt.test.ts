import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { misspelt } from './misspelt.ts'

const SETTINGS = (
  'PORT HOST DATA_DIR DATABASE_URL SMS_WEBHOOK_URL SMS_WEBHOOK_TOKEN SECRET_KEY SECRET_KEY_FILE ADMIN_USERNAME ' +
  'ADMIN_PASSWORD APP_TITLE API_URL ALLOWED_ORIGINS TRUST_PROXY WEBHOOK_HOSTS CLAMD_ADDRESS METRICS_TOKEN RATE_LIMIT LOG_LEVEL'
).split(' ')

const suggestionFor = (name: string) => misspelt([name], SETTINGS)[0]?.meant

test('misspelt settings are found', () => {
  const names = {
    DATABSE_URL: 'DATABASE_URL',
    DATABASE_URI: 'DATABASE_URL',
    DATABASEURL: 'DATABASE_URL',
    DATA_DIRECTORY: 'DATA_DIR',
    DATADIR: 'DATA_DIR',
    data_dir: 'DATA_DIR',
    DATA_DRI: 'DATA_DIR',
    SECRETKEY: 'SECRET_KEY',
    SECRET_KEYFILE: 'SECRET_KEY_FILE',
    SECRET_KEYS: 'SECRET_KEY',
    ADMIN_USER: 'ADMIN_USERNAME',
    ADMIN_PASSWD: 'ADMIN_PASSWORD',
    ADMIN_PASS: 'ADMIN_PASSWORD',
    ALOWED_ORIGIN: 'ALLOWED_ORIGINS',
    METRIC_TOKEN: 'METRICS_TOKEN',
    WEBHOOK_HOST: 'WEBHOOK_HOSTS',
    SMS_WEBHOOK_URI: 'SMS_WEBHOOK_URL',
    PROT: 'PORT',
    HSOT: 'HOST',
    API_ULR: 'API_URL',
  }
  for (const [name, meant] of Object.entries(names)) assert.equal(suggestionFor(name), meant, name)
})

/** Names found in the environments of machines, shells, containers, build servers and other programs. */
const FOREIGN =
  `PATH HOME USER LOGNAME SHELL SHLVL PWD OLDPWD LANG LANGUAGE LC_ALL LC_CTYPE TERM TERM_PROGRAM COLORTERM
  EDITOR PAGER MAIL HOSTNAME HOSTTYPE OSTYPE MACHTYPE TZ TMPDIR TEMP TMP DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_DATA_DIRS
  XDG_DATA_HOME XDG_RUNTIME_DIR XDG_CONFIG_DIRS SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY SUDO_USER SUDO_UID LS_COLORS
  INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET MAINPID LISTEN_PID LISTEN_FDS STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY
  CONFIGURATION_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY
  NO_PROXY ALL_PROXY port host PORTS HOSTS POST PORT_HTTP PORTAL SPORT HOST_IP HOST_PORT HOSTALIASES GHOST COST
  NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NPM_TOKEN npm_config_cache
  npm_config_prefix npm_config_user_agent npm_execpath npm_lifecycle_event npm_lifecycle_script npm_package_json
  npm_package_name npm_package_version npm_node_execpath INIT_CWD YARN_VERSION PNPM_HOME NVM_DIR NVM_BIN PM2_HOME pm_id
  PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_HOST DB_HOST DB_PORT
  DB_NAME DB_USER DB_PASSWORD DB_URL DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER DATABASE_PASSWORD DATABASE_SSL
  DATABASE_SCHEMA DATABASE_URL_TEST DATABASE_URL_2 DATABASE_POOL_SIZE TEST_DATABASE_URL TEST_DATABASE_URLS REDIS_URL
  REDIS_HOST MYSQL_HOST MYSQL_ROOT_PASSWORD MONGO_URL AMQP_URL KUBERNETES_PORT KUBERNETES_SERVICE_HOST DOCKER_HOST
  DOCKER_CONFIG CONTAINER_NAME COMPOSE_PROJECT_NAME APP_ENV APP_URL APP_NAME APP_KEY APP_DEBUG APP_PORT APP_FILE APP_HOME
  API_KEY API_URI API_HOST API_TOKEN BASE_URL PUBLIC_URL SECRET SECRET_TOKEN SECRET_KEY_BASE SECRET_NAME ACCESS_KEY
  AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_REGION GOOGLE_APPLICATION_CREDENTIALS ADMIN_EMAIL ADMIN_TOKEN ADMIN_NAME
  LOGLEVEL LOG_FILE LOG_DIR LOG_FORMAT LOG_COLOR RUST_LOG RUST_BACKTRACE DEBUG VERBOSE CI CI_COMMIT_SHA GITHUB_TOKEN
  GITHUB_ACTIONS GITHUB_WORKSPACE GITLAB_CI RUNNER_TEMP RUNNER_OS BUILD_ID BUILD_NUMBER JENKINS_URL JENKINS_HOME
  TRUST_STORE RATE_PLAN METRICS_PORT METRICS_PATH METRICS_ADDR METRICS_ENABLED WEBHOOK_URL WEBHOOK_SECRET WEBHOOK_TOKEN
  SMS_TOKEN SMS_URL ALLOWED_HOSTS CORS_ORIGIN SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE PIP_CERT PYTHONPATH JAVA_HOME
  GOPATH GOROOT MANPATH INFOPATH LD_LIBRARY_PATH LD_PRELOAD DEBIAN_FRONTEND SystemRoot windir ComSpec ProgramData ProgramFiles
  APPDATA LOCALAPPDATA ALLUSERSPROFILE USERPROFILE USERNAME USERDOMAIN COMPUTERNAME PATHEXT PROCESSOR_LEVEL OS DATA DATA_URL
  DATA_HOME DATA_PATH DATABASE TEST_ENGINE TEST_SEED TEST_LANES READ_FAILURES _`.split(/\s+/)

test('names of other programs are not reported', () => {
  const found = misspelt(FOREIGN, SETTINGS)
  assert.deepEqual(found, [])
})

test('no misspelling is reported for a setting that is given under its own name', () => {
  assert.deepEqual(misspelt(['DATA_DIR', 'DATADIR', 'DATABSE_URL'], SETTINGS), [
    { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
  ])
  assert.deepEqual(misspelt(SETTINGS, SETTINGS), [])
})

test('a wrong, missing, added or swapped letter is found in every setting of eight letters or more', () => {
  const long = SETTINGS.filter((setting) => setting.length >= 8)
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_')
  const kinds = ['wrong', 'missing', 'added', 'swapped'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...long),
      fc.nat(),
      letter,
      fc.constantFrom(...kinds),
      (setting, n, other, kind) => {
        const at = n % (setting.length - 1)
        const [before, here, next] = [setting.slice(0, at), setting[at], setting[at + 1]]
        const rest = setting.slice(at + 1)
        const name = {
          wrong: before + other + rest,
          missing: before + rest,
          added: before + other + here + rest,
          swapped: before + next + here + rest.slice(1),
        }[kind]
        fc.pre(!SETTINGS.includes(name) && name !== 'LOGLEVEL')
        assert.ok(suggestionFor(name), name)
      },
    ),
  )
})

/** The database and its only record: the secret by which the server knows this browser (decision 124). */
const DATABASE = 'houtai-device'
const STORE = 'device'
const KEY = 'secret'

const SECRET_BYTES = 32

/** A sign-in does not wait longer for the browser's storage. */
const TIMEOUT_MS = 1_000

/** The result of a request, as a promise. */
function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return resultOf(request)
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function readOrCreate(): Promise<string> {
  const database = await openStore()
  try {
    // One transaction, so that two tabs cannot store different secrets.
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE)
    const known: unknown = await resultOf(store.get(KEY))
    if (typeof known === 'string') return known
    const secret = newSecret()
    await resultOf(store.put(secret, KEY))
    return secret
  } finally {
    database.close()
  }
}

/**
 * The secret of this browser, created at the first call. It survives signing out, which clears local storage. Undefined
 * if the browser stores no data, as in some private windows: sign-in works without it.
 */
export async function deviceSecret(): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS))
  try {
    return await Promise.race([readOrCreate(), late])
  } catch {
    return undefined
  }
}

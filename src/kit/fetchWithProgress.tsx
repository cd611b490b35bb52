import type { Send } from './client.ts'

/**
 * A subset of `fetch` for uploads that reports the share of the body that has been sent, 0 to 1. Rejects as `fetch`
 * does.
 */
export function fetchWithProgress(onProgress: (share: number) => void): Send {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.responseType = 'text'
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(new Response(request.responseText, statusOf(request)))
      request.onerror = () => reject(new TypeError('no answer'))
      request.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => request.abort())
      request.send(body)
    })
}

const statusOf = ({ status, statusText }: XMLHttpRequest) => ({ status, statusText })

import { fdatasyncSync, fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { EXIT } from './messages.ts'

type Init = Parameters<NodeFS['init']>
type Options = Init[1]

/** As much of Emscripten's file system as is used here. */
interface FileNode {
  mode: number
}
interface Stream {
  nfd: number
  node: FileNode
}
type Operation = (first: never, ...more: never[]) => unknown
interface Files {
  FS: { isDir: (mode: number) => boolean }
  NODEFS: {
    stream_ops: { write: Operation; fsync?: (stream: Stream) => number }
    node_ops: { setattr: Operation }
  }
}

/**
 * The host's files as PGlite sees them, with an fsync that reaches the disk. PGlite's own answers "done" and does nothing
 * (pglite#1107), so that a power cut takes all since the last write-back, or leaves a database that cannot be opened.
 * With this, PostgreSQL's own order holds: WAL before the answer, pages before the checkpoint's record.
 */
export class DurableFiles extends NodeFS {
  /** While it opens: what has been written since. Recovery syncs all thousand files, which `syncTree` has just done. */
  #writtenSince: Set<FileNode> | null = new Set()

  override async init(pg: Init[0], options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, (module: object) => this.#reachTheDisk(module as Files)],
        // PGlite would swallow the exception and turn in circles for ever.
        onAbort: () => process.exit(EXIT.aborted),
      } as Options,
    }
  }

  /** From here on every fsync reaches the disk, whoever wrote. */
  opened(): void {
    this.#writtenSince = null
  }

  #reachTheDisk({ FS, NODEFS }: Files): void {
    const { write } = NODEFS.stream_ops
    const { setattr } = NODEFS.node_ops
    NODEFS.stream_ops.write = (stream: Stream, ...more: never[]) => {
      this.#writtenSince?.add(stream.node)
      return write(stream as never, ...more)
    }
    NODEFS.node_ops.setattr = (node: FileNode, ...more: never[]) => {
      this.#writtenSince?.add(node)
      return setattr(node as never, ...more)
    }
    NODEFS.stream_ops.fsync = ({ nfd, node }) => {
      // A file's data is what counts; of a folder the entries are, and only a full fsync promises those.
      if (FS.isDir(node.mode)) orExit(() => fsyncSync(nfd))
      else if (this.#writtenSince?.has(node) ?? true) orExit(() => fdatasyncSync(nfd))
      return 0
    }
  }
}

/**
 * Syncs, or ends the process: after a failed sync the system may forget the pages that it could not write and call the
 * next one a success.
 */
export function orExit(sync: () => void, exit: (code: number) => void = process.exit): void {
  try {
    sync()
  } catch (error) {
    process.stderr.write(`内置数据库：磁盘没有写成功（${(error as Error).message}）。\n`)
    exit(EXIT.diskFailed)
  }
}

import { App, Modal } from 'antd'
import { useState } from 'react'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { importAliases } from '#operations/imports/aliases/contract.ts'
import type { FilePlatform } from '#operations/imports/reader/fields.ts'
import { KeepMapping } from './KeepMapping.tsx'
import type { Mapping } from './MappingFields.tsx'
import { MappingFields } from './MappingFields.tsx'
import type { FileEntry } from './rules.ts'
import { headersToMap } from './rules.ts'
import './HeaderMapping.css'

interface Props {
  /** The file whose headers are mapped; null if the window is closed. */
  entry: FileEntry | null
  onClose: () => void
  onDone: (key: string, mapping: Mapping) => void
}

/** 映射表头: maps headers to fields for this file; an admin may save the mapping for all later files. */
export function HeaderMapping({ entry, ...rest }: Props) {
  return entry && <MappingModal key={entry.key} entry={entry} {...rest} />
}

function MappingModal({ entry, onClose, onDone }: Props & { entry: FileEntry }) {
  const recognised = entry.preview?.platform
  const [mapping, setMapping] = useState<Mapping>(entry.choice.mapping ?? {})
  const [keep, setKeep] = useState(false)
  const [platform, setPlatform] = useState<FilePlatform | undefined>(recognised)
  const aliases = useSaveAliases()
  const finish = async () => {
    const isSaved = keep && platform !== undefined && (await aliases.keep(platform, mapping))
    // Aliases also determine the file's platform; a mapping for this file alone would fit every platform.
    onDone(entry.key, isSaved && !recognised ? {} : mapping)
    onClose()
  }
  return (
    <Modal
      open
      width={560}
      title={t('映射表头')}
      okText={t('按此重新预检')}
      okButtonProps={{ disabled: keep && !platform }}
      confirmLoading={aliases.busy}
      onCancel={onClose}
      onOk={finish}
    >
      <p className="import-mapping-words">{t('请指出这些列各是什么；不需要的列留空即可。')}</p>
      <MappingFields headers={headersToMap(entry)} mapping={mapping} onChange={setMapping} />
      <KeepMapping
        keep={keep}
        onKeep={setKeep}
        platform={platform}
        onPlatform={setPlatform}
        recognised={recognised}
      />
    </Modal>
  )
}

/** Saves a mapping as the company's aliases; returns whether all of them were saved. */
function useSaveAliases() {
  const { message } = App.useApp()
  const create = useAction(importAliases.create)
  const keep = async (platform: FilePlatform, mapping: Mapping): Promise<boolean> => {
    const requests = Object.entries(mapping).map(([header, field]) =>
      create.mutateAsync({ platform, header, field }),
    )
    // The client shows the error of an alias that exists already or is refused; it does not stop the import.
    const saved = (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled')
    if (saved.length > 0) message.success(t('已添加 {n} 个表头别名', { n: saved.length }))
    return saved.length === requests.length
  }
  return { keep, busy: create.isPending }
}

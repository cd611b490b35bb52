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
  /** The file whose headers are to be mapped; null while the window is closed. */
  entry: FileEntry | null
  onClose: () => void
  onDone: (key: string, mapping: Mapping) => void
}

/** 映射表头: which field a header is, for this file; an admin may keep it for all later ones. */
export function HeaderMapping({ entry, ...rest }: Props) {
  return entry && <OneFile key={entry.key} entry={entry} {...rest} />
}

function OneFile({ entry, onClose, onDone }: Props & { entry: FileEntry }) {
  const known = entry.preview?.platform
  const [mapping, setMapping] = useState<Mapping>(entry.choice.mapping ?? {})
  const [keep, setKeep] = useState(false)
  const [platform, setPlatform] = useState<FilePlatform | undefined>(known)
  const aliases = useAliases()
  const finish = async () => {
    const kept = keep && platform !== undefined && (await aliases.keep(platform, mapping))
    // As aliases they also say which platform the file is of; for this file alone they would fit every platform.
    onDone(entry.key, kept && !known ? {} : mapping)
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
      <KeepMapping keep={keep} onKeep={setKeep} platform={platform} onPlatform={setPlatform} known={known} />
    </Modal>
  )
}

/** Keeps header → field choices as the company's; answers whether all of them are. */
function useAliases() {
  const { message } = App.useApp()
  const create = useAction(importAliases.create)
  const keep = async (platform: FilePlatform, mapping: Mapping): Promise<boolean> => {
    const sent = Object.entries(mapping).map(([header, field]) =>
      create.mutateAsync({ platform, header, field }),
    )
    // One that is there already, or is refused, has been told where the call was made; it does not stop the import.
    const kept = (await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled')
    if (kept.length > 0) message.success(t('已添加 {n} 个表头别名', { n: kept.length }))
    return kept.length === sent.length
  }
  return { keep, busy: create.isPending }
}

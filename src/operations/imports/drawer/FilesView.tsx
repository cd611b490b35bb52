import { App, Button, Checkbox, Dropdown, Modal } from 'antd'
import { Fragment, type ReactNode, useCallback, useState } from 'react'
import { can } from '#access/can.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { importAliases } from '#operations/imports/aliases/contract.ts'
import {
  type Field,
  type FilePlatform,
  fieldLabels,
  filePlatforms,
  platformLabels,
} from '#operations/imports/reader/fields.ts'
import { FoundNicks } from '#operations/imports/setup/FoundNicks.tsx'
import { FoundStores } from '#operations/imports/setup/FoundStores.tsx'
import { NewStore } from '#operations/imports/setup/NewStore.tsx'
import type { Setup } from '#operations/imports/setup/useSetup.tsx'
import type { SetupRunner } from '#operations/imports/setup/useSetupRun.tsx'
import { FilePreview } from './FilePreview.tsx'
import { describeEntry, FileRow } from './FileRow.tsx'
import { tally } from './fileStatus.ts'
import { Note } from './Note.tsx'
import { platformTemplate } from './platformTemplate.ts'
import { type Choices, type FileEntry, headersToMap } from './rules.ts'
import type { Files } from './useFiles.tsx'
import './FileList.css'
import './FirstChoice.css'
import './HeaderMapping.css'

interface Props {
  files: Files
  setup: Setup
  runner: SetupRunner
  onChoose: () => void
  onPast: (() => void) | undefined
}

/** Nicks in at most this number are solved in the rows of the files and of the preview. */
const NICKS_IN_ROWS = 1

/**
 * The files, what they contain that is not registered yet, and the preview of one of them. With several unknown stores
 * these come first, and the files are shown on request.
 */
export function FilesView({ files, setup, runner, onChoose, onPast }: Props) {
  const [shown, setShown] = useState<string>()
  const [mapping, setMapping] = useState<FileEntry | null>(null)
  const [showsFiles, setShowsFiles] = useState(false)
  const { entries } = files
  if (entries.length === 0) return <FirstChoice onChoose={onChoose} onPast={onPast} />
  const readable = entries.filter(({ phase, preview }) => phase === 'read' && preview)
  const current = readable.find(({ key }) => key === shown) ?? readable[0]
  const storesFirst = setup.choices.inBulk && !showsFiles
  return (
    <div className="import-files-view">
      <Bar files={files} setup={setup} onChoose={onChoose}>
        {setup.choices.inBulk && (
          <Button type="link" onClick={() => setShowsFiles(!showsFiles)}>
            {showsFiles ? t('回到店铺和昵称') : t('看文件')}
          </Button>
        )}
      </Bar>
      {storesFirst && <FoundStores setup={setup} runner={runner} />}
      {!storesFirst && (
        <FileList
          files={files}
          setup={setup}
          runner={runner}
          current={current?.key}
          onShow={setShown}
          onMap={setMapping}
        />
      )}
      {setup.nicks.length > (setup.choices.inBulk ? 0 : NICKS_IN_ROWS) && (
        <FoundNicks files={files} setup={setup} />
      )}
      {!storesFirst && current?.preview && (
        <FilePreview
          key={current.key}
          actions={files.actions}
          owners={setup.choices.owners}
          entry={current}
          preview={current.preview}
          onMap={setMapping}
        />
      )}
      <HeaderMapping
        entry={mapping}
        onClose={() => setMapping(null)}
        onDone={(entry, choice) => files.actions.choose(entry, { mapping: choice })}
      />
    </div>
  )
}

interface BarProps extends Pick<Props, 'files' | 'setup' | 'onChoose'> {
  children: ReactNode
}

function Bar({ files: { entries }, setup, onChoose, children }: BarProps) {
  return (
    <div className="import-bar">
      <p>
        <b>{t('{n} 个文件', { n: entries.length })}</b>
        <span role="status">{progressOf(entries, setup.choices)}</span>
      </p>
      {children}
      <TemplateMenu />
      <Button icon={<Icon name="plus" />} onClick={onChoose}>
        {t('添加文件')}
      </Button>
    </div>
  )
}

/** The progress of the files as text, which screen readers announce. */
function progressOf(entries: readonly FileEntry[], choices: Choices): string {
  const { files, busy, included, incomplete, failed } = tally(entries, choices)
  if (entries.some(({ phase }) => phase === 'writing')) return t('正在写入，请不要关闭窗口')
  if (busy > 0) return t('正在预检，已完成 {n}/{all}', { n: files - busy, all: files })
  const parts = [
    included > 0 && t('{n} 个可导入', { n: included }),
    incomplete > 0 && t('{n} 个还差一步', { n: incomplete }),
    failed > 0 && t('{n} 个不能导入', { n: failed }),
  ]
  return parts.filter(Boolean).join(t('，'))
}

interface FileListProps {
  files: Files
  setup: Setup
  runner: SetupRunner
  /** The file whose preview is shown. */
  current: string | undefined
  onShow: (key: string) => void
  onMap: (entry: FileEntry) => void
}

const COLUMNS = 7

/** A row for each file, with what was found in it and what is still missing. */
function FileList({ files, setup, runner, current, onShow, onMap }: FileListProps) {
  const form = useNewStoreForm(files, setup)
  return (
    <div className="import-box">
      <table className="import-files">
        <FileListHead />
        <tbody>
          {files.entries.map((entry) => (
            <Fragment key={entry.key}>
              <FileRow
                entry={entry}
                actions={files.actions}
                {...describeEntry(entry, setup.choices)}
                current={entry.key === current}
                onShow={onShow}
                onMap={onMap}
                onNewStore={form.isOffered(entry) ? form.open : undefined}
              />
              {form.store && form.at === entry.key && (
                <tr className="import-file-new">
                  <td colSpan={COLUMNS}>
                    <NewStore
                      store={form.store}
                      setup={setup}
                      runner={runner}
                      onChoose={entry.file && ((storeId) => files.actions.choose(entry, { storeId }))}
                      onClose={form.close}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The form of the only unknown store, in the row of the first file that names it; open until the user closes it. */
function useNewStoreForm({ entries }: Files, { stores, choices }: Setup) {
  const [isClosed, setClosed] = useState(false)
  const store = choices.mayCreate && !choices.inBulk ? stores[0] : undefined
  const names = ({ phase, preview }: FileEntry) =>
    phase === 'read' && preview !== undefined && store?.fileIds.includes(preview.id) === true
  const [first] = entries.filter(names)
  const open = useCallback(() => setClosed(false), [])
  return {
    store,
    at: isClosed ? undefined : first?.key,
    isOffered: (entry: FileEntry) => isClosed && entry === first,
    open,
    close: () => setClosed(true),
  }
}

function FileListHead() {
  return (
    <thead>
      <tr>
        <th scope="col">{t('文件')}</th>
        <th scope="col">{t('平台')}</th>
        <th scope="col">{t('店铺')}</th>
        <th scope="col">{t('日期')}</th>
        <th scope="col">{t('内容')}</th>
        <th scope="col">{t('预检')}</th>
        <th scope="col">{t('操作')}</th>
      </tr>
    </thead>
  )
}

interface FirstChoiceProps {
  onChoose: () => void
  onPast: (() => void) | undefined
}

/** The first step: choosing files, with the formats that can be imported. */
function FirstChoice({ onChoose, onPast }: FirstChoiceProps) {
  const phone = usePhone()
  return (
    <div className="import-first">
      <div className="import-zone">
        <svg viewBox="0 0 120 64" width="120" height="64" aria-hidden="true">
          <path className="import-zone-sheet" d="M12 8h34v48H12zM20 20h18M20 30h18M20 40h10" />
          <path className="import-zone-way" d="M54 32h14m-5-5 5 5-5 5" />
          <path className="import-zone-rows" d="M78 16h32M78 32h22M78 48h27" />
        </svg>
        <h3>{phone ? t('选择平台导出的文件') : t('把平台导出的文件拖到这里')}</h3>
        <p>{t('可以一次选多个。淘宝/天猫、京东、拼多多、抖音飞鸽、快手、赤兔导出的 .xlsx、.xls、.csv')}</p>
        <Button type="primary" icon={<Icon name="file" />} onClick={onChoose}>
          {t('选择文件')}
        </Button>
      </div>
      <ul>
        <li>{t('平台、店铺、日期从文件里认出；文件没有写的，会请您补上。')}</li>
        <li>{t('同一店铺同一天再次导入时按昵称替换，不会累加。')}</li>
        <li>{t('先预检再写入：您确认之前，不改动任何数据；导入后也可以撤销。')}</li>
      </ul>
      <div className="import-template">
        <span>{t('手头没有平台导出的文件？')}</span>
        <TemplateMenu />
      </div>
      {onPast && (
        <div className="import-template">
          <span>{t('要补上线之前的每日数据？')}</span>
          <Button type="link" icon={<Icon name="calendar" />} onClick={onPast}>
            {t('导入历史日数据')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface HeaderMappingProps {
  /** The file whose headers are mapped; null if the window is closed. */
  entry: FileEntry | null
  onClose: () => void
  onDone: (entry: FileEntry, mapping: Mapping) => void
}

/** 映射表头: maps headers to fields for this file; an admin may save the mapping for all later files. */
function HeaderMapping({ entry, ...rest }: HeaderMappingProps) {
  return entry && <MappingModal key={entry.key} entry={entry} {...rest} />
}

function MappingModal({ entry, onClose, onDone }: HeaderMappingProps & { entry: FileEntry }) {
  const recognised = entry.preview?.platform
  const [mapping, setMapping] = useState<Mapping>(entry.choice.mapping ?? {})
  const [keep, setKeep] = useState(false)
  const [platform, setPlatform] = useState<FilePlatform | undefined>(recognised)
  const aliases = useSaveAliases()
  const finish = async () => {
    const isSaved = keep && platform !== undefined && (await aliases.keep(platform, mapping))
    // Aliases also determine the file's platform; a mapping for this file alone would fit every platform.
    onDone(entry, isSaved && !recognised ? {} : mapping)
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

interface KeepMappingProps {
  keep: boolean
  onKeep: (keep: boolean) => void
  platform: FilePlatform | undefined
  onPlatform: (platform: FilePlatform) => void
  /** The file's platform, if it was recognised. */
  recognised: FilePlatform | undefined
}

/** 以后都这样: saves the mapping as aliases of the company; for admins only. */
function KeepMapping({ keep, onKeep, platform, onPlatform, recognised }: KeepMappingProps) {
  if (!can(useUser(), 'canAdmin')) return null
  return (
    <div className="import-keep">
      <Checkbox checked={keep} onChange={({ target }) => onKeep(target.checked)}>
        {recognised
          ? t('以后都这样：本公司所有{platform}文件都按此读取', { platform: t(platformLabels[recognised]) })
          : t('以后都这样：本公司这个平台的文件都按此读取')}
      </Checkbox>
      {keep && !recognised && (
        <LocalSelect
          none="fixed"
          value={platform ?? null}
          placeholder={t('选择平台')}
          aria-label={t('平台')}
          options={filePlatforms.map((value) => ({ value, label: t(platformLabels[value]) }))}
          onChange={(value) => value && onPlatform(value)}
        />
      )}
    </div>
  )
}

type Mapping = Record<string, Field>

const FIELDS = Object.entries(fieldLabels) as [Field, string][]

/** Selects the field of each header; a header without a field is not read. */
function MappingFields(props: { headers: string[]; mapping: Mapping; onChange: (mapping: Mapping) => void }) {
  const { headers, mapping, onChange } = props
  const set = (header: string, field: Field | undefined) => {
    const { [header]: _, ...others } = mapping
    onChange(field ? { ...others, [header]: field } : others)
  }
  const used = Object.values(mapping)
  const duplicate = used.find((field, at) => used.indexOf(field) !== at)
  return (
    <>
      <ul className="import-mapping">
        {headers.map((header) => (
          <li key={header}>
            <span title={header}>{header}</span>
            <LocalSelect
              none="fixed"
              className="wide-control"
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={mapping[header] ?? null}
              placeholder={t('不读入')}
              aria-label={t('“{header}”是什么', { header })}
              options={FIELDS.map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(field) => set(header, field ?? undefined)}
            />
          </li>
        ))}
      </ul>
      {duplicate && (
        <Note tone="orange">
          {t('有两列都对应“{field}”，只会读入前一列。', { field: t(fieldLabels[duplicate]) })}
        </Note>
      )}
    </>
  )
}

/** 下载模板: the empty sheet of a platform. */
function TemplateMenu() {
  const { message } = App.useApp()
  const save = (platform: FilePlatform) => {
    const name = t('导入模板_{platform}', { platform: platformLabels[platform].replace('/', '') })
    saveSheets(`${name}.xlsx`, platformTemplate(platform)).catch(() =>
      message.error(t('模板没有下载成功，请稍后重试。')),
    )
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: filePlatforms.map((platform) => ({
          key: platform,
          label: t(platformLabels[platform]),
          onClick: () => save(platform),
        })),
      }}
    >
      <Button type="link" icon={<Icon name="download" />}>
        {t('下载模板')}
      </Button>
    </Dropdown>
  )
}

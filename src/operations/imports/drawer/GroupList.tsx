import { Button, Checkbox } from 'antd'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { ImportGroup } from '#operations/imports/contract.ts'
import { groupKey, isWritable, rowsOf } from './rules.ts'
import './GroupList.css'

interface Props {
  groups: readonly ImportGroup[]
  current: string | undefined
  excluded: readonly string[]
  onShow: (key: string) => void
  /** Without it the groups are read-only. */
  onExclude?: (left: string[]) => void
}

/** The stores and days of a file. Groups that cannot be written are grey and show the reason. */
export function GroupList({ groups, current, excluded, onShow, onExclude }: Props) {
  const keys = groups.filter(isWritable).map(groupKey)
  const included = keys.filter((key) => !excluded.includes(key))
  return (
    <div className="import-groups">
      <div className="import-groups-head">
        {onExclude ? (
          <Checkbox
            checked={keys.length > 0 && included.length === keys.length}
            indeterminate={included.length > 0 && included.length < keys.length}
            disabled={keys.length === 0}
            onChange={({ target }) => onExclude(target.checked ? [] : keys)}
          >
            {t('这个文件有 {n} 组店铺和日期，已选 {chosen} 组', {
              n: groups.length,
              chosen: included.length,
            })}
          </Checkbox>
        ) : (
          t('这个文件有 {n} 组店铺和日期', { n: groups.length })
        )}
      </div>
      <ul>
        {groups.map((group) => (
          <GroupLine
            key={groupKey(group)}
            group={group}
            current={groupKey(group) === current}
            included={included.includes(groupKey(group))}
            onShow={() => onShow(groupKey(group))}
            onInclude={
              onExclude &&
              ((include) =>
                onExclude(
                  include
                    ? excluded.filter((key) => key !== groupKey(group))
                    : [...excluded, groupKey(group)],
                ))
            }
          />
        ))}
      </ul>
    </div>
  )
}

interface LineProps {
  group: ImportGroup
  current: boolean
  included: boolean
  onShow: () => void
  onInclude: ((include: boolean) => void) | undefined
}

function GroupLine({ group, current, included, onShow, onInclude }: LineProps) {
  const name = group.storeName ?? t('店铺未选')
  const on = group.on ?? t('日期未选')
  const [block] = group.blocks
  return (
    <li className={current ? 'import-group import-group-current' : 'import-group'}>
      {onInclude && (
        <Checkbox
          checked={included}
          disabled={!isWritable(group)}
          aria-label={t('导入 {name} {on}', { name, on })}
          onChange={({ target }) => onInclude(target.checked)}
        />
      )}
      <span className="import-group-name" title={name}>
        {name}
      </span>
      <span className="import-group-on">{on}</span>
      <span className="import-group-rows">{t('{n} 行', { n: formatCount(rowsOf(group)) })}</span>
      <span
        className={block ? 'import-group-why import-group-blocked' : 'import-group-why'}
        title={block?.message}
      >
        {block ? block.message : effectOf(group)}
      </span>
      <Button type="link" size="small" aria-current={current || undefined} onClick={onShow}>
        {current ? t('预览中') : t('预览')}
      </Button>
    </li>
  )
}

function effectOf({ committed, replaces, unmatchedNicks }: ImportGroup): string {
  if (committed) return t('已写入')
  const parts = [
    replaces.inserted > 0 && t('新增 {n}', { n: replaces.inserted }),
    replaces.replaced > 0 && t('替换 {n}', { n: replaces.replaced }),
    replaces.unchanged > 0 && t('不变 {n}', { n: replaces.unchanged }),
    unmatchedNicks.length > 0 && t('待对应 {n}', { n: unmatchedNicks.length }),
  ]
  return parts.filter(Boolean).join(t('，'))
}

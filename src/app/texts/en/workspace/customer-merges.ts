export const customerMerges: Record<string, string> = {
  恢复为单独的客户: 'A customer of its own again',
  资料改回合并前的项数: 'Fields restored to the values of before',
  '移回去的{what}': 'Moved back: {what}',
  '请选择另一位客户来合并。': 'Please choose another customer to merge.',
  '两位客户不在同一家公司，不能合并。':
    'The two customers belong to different companies and cannot be merged.',
  '已流失的客户不能合并；如果又合作了，请先在流失记录里召回。':
    'A churned customer cannot be merged. If you work together again, win it back in its churn record first.',
  '要并入的客户还在挽留中，请先了结它的流失记录，再合并。':
    'The customer to be merged is under retention. Please settle its churn record first.',
  '这次合并已经撤销过了。': 'This merge has been undone already.',
  '合并已超过 {n} 天，不能再撤销。': 'The merge is more than {n} days old and can no longer be undone.',
  '合并之后有 {n} 项又改过，不能撤销：{names}。请逐项核对后手工处理。':
    'Changed since the merge, so it cannot be undone ({n}): {names}. Please check each and settle it by hand.',
  合并记录: 'The merge',
  '撤销合并时，原来的负责商务已不在职': 'The former owner had left when the merge was undone',
  '两边的资料没有出入。': 'The two have the same details.',
  '保留：{name}': 'Keep: {name}',
  '并入：{name}': 'Merge in: {name}',
  '从“{name}”一起移过来的：': 'Moved along from {name}:',
  '“{name}”名下没有需要移过来的内容。': 'Nothing of {name} has to be moved.',
  '合并后“{name}”不再出现在列表里；30 天内可以撤销，除非移过来的内容又改过。':
    'After the merge {name} no longer appears in lists. It can be undone within 30 days, unless what moved is changed.',
  '把重复的客户并入{name}': 'Merge a duplicate into {name}',
  重复的客户: 'Duplicate customer',
  已撤销合并: 'Merge undone',
  '撤销后有一方的押金会不够：这些账单用了另一方的押金：{names}。请先冲销押金抵扣，再撤销合并。':
    "One of the two would be left with too little deposit: these bills used the other's: {names}. Reverse those payments first, then undo the merge.",
  '{name} {at} 合并': 'Merged by {name}, {at}',
  '{name} {at} 已撤销': 'undone by {name}, {at}',
  '已合并，30 天内可以在本页撤销': 'Merged. It can be undone on this page within 30 days',
  未了结的预警: 'Open warnings',
  单独的预警界限: 'Limits of its own',
  '合并之后有 {n} 项又改过，没有撤销': 'Changed since the merge: {n}. Nothing was undone',
  '请逐项核对后手工处理。': 'Please check each and settle it by hand.',
}

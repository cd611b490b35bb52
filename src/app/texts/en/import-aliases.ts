export const importAliases: Record<string, string> = {
  添加别名: 'Add alias',
  本公司添加: 'Added by us',
  内置: 'Built in',
  还没有添加过表头别名: 'No header aliases added yet',
  '平台改了列名、文件认不出时，在这里添加一次，以后的导入都会认识。':
    'When a platform renames a column and files are not recognised, add it here once and later imports will know it.',
  添加表头别名: 'Add header alias',
  与文件里的列名一致: 'As written in the file',
  '空格、括号和大小写不影响识别': 'Spaces, brackets and case do not matter',
  '已添加，下一次导入起生效': 'Added; in force from the next import',
  '以后的导入不再认识“{header}”，已导入的数据不受影响。':
    'Later imports will no longer know "{header}". Data already imported is not affected.',
  表头: 'Header',
  文件里的列名: 'Column in the file',
  文件里的表头: 'Header in the file',
  添加人: 'Added by',
  添加时间: 'Added at',
  '这个平台已经有同样的表头别名，请先删除原来的。':
    'This platform already has this header alias. Please delete the earlier one first.',
  '表头里没有文字，请填写文件里的列名。':
    "The header has no characters. Please enter the column's name in the file.",
  '“{header}”是内置的表头，不需要添加。': '"{header}" is built in and need not be added.',
  这个表头别名: 'This header alias',
}

"""Which fields of charts the code of a system reads, found by following types through its syntax.

Good enough for how rules are written: attributes of annotated parameters, of local names bound to
chart expressions, of rows in loops, of what methods of charts return.
"""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.charts.schema import META

_hints = cache(typing.get_type_hints)
Read = tuple[str, str]
"""A class of charts and the name of one of its fields."""


def chart_fields(shape: type) -> Iterator[Read]:
    """Every field of a system's charts, rows and tables within them, META aside."""
    seen: set[type] = set()
    queue: list[type] = [shape]
    while queue:
        cls = queue.pop()
        if cls in seen:
            continue
        seen.add(cls)
        for name, hint in _hints(cls).items():
            if name not in META:
                yield cls.__name__, name
            queue += [inner for inner in _within(hint) if is_dataclass(inner)]


def _within(hint: Any) -> Iterator[type]:
    """A type, or the types it holds."""
    found = typing.get_args(hint)
    if not found and isinstance(hint, type):
        yield hint
    for inner in found:
        yield from _within(inner)


def read_in(folder: Path, shape: type) -> set[Read]:
    """The fields of charts that the modules of a folder read."""
    classes = {cls.__name__: cls for cls in _classes(shape)}
    classes |= {base.__name__: shape for base in shape.__mro__ if is_dataclass(base)}
    trees = _trees(folder)
    nodes = [node for tree in trees for node in ast.walk(tree)]
    returns = {
        node.name: kind
        for node in nodes
        if isinstance(node, ast.FunctionDef) and (kind := _noted(node.returns, classes)) is not None
    }
    found: set[Read] = set()
    for tree in trees:
        known = {**returns, **_held(tree, shape, classes)}
        _Reader(shape, classes, known, found).follow(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                _Reader(shape, classes, known, found).follow(node)
            elif isinstance(node, ast.ClassDef) and node.name in classes:
                for method in node.body:
                    reader = _Reader(shape, classes, known, found)
                    reader.names["self"] = classes[node.name]
                    reader.follow(method)
    return found


def forget() -> None:
    """Keep no parsed module any longer: many live nodes make collections of garbage slow."""
    _trees.cache_clear()
    _Parts.of.cache_clear()


@cache
def _trees(folder: Path) -> list[ast.Module]:
    return [ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))]


def _held(tree: ast.AST, shape: type, classes: Mapping[str, type]) -> Mapping[str, Any]:
    """What attributes of a module's own classes hold of charts: by annotation, or a chart whole."""
    found: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and (kind := _noted(node.annotation, classes)):
            held = node.target
            name = held.attr if isinstance(held, ast.Attribute) else getattr(held, "id", "")
            found[name] = kind
        elif isinstance(node, ast.Assign) and _chart_of(node) in _hints(shape):
            target = node.targets[0]
            if isinstance(target, ast.Attribute):
                found[target.attr] = _hints(shape)[_chart_of(node)]
    return found


def _noted(note: ast.expr | None, classes: Mapping[str, type]) -> Any:
    """What an annotation says of charts: a class, a tuple of it, a mapping to either; or None."""
    if isinstance(note, ast.BinOp) and isinstance(note.right, ast.Constant):
        return _noted(note.left, classes)
    if isinstance(note, ast.Name):
        return classes.get(note.id)
    if isinstance(note, ast.Subscript):
        parts = note.slice.elts if isinstance(note.slice, ast.Tuple) else [note.slice]
        parts = [part for part in parts if not isinstance(part, ast.Constant)]
        inner = _noted(parts[-1], classes) if parts else None
        return None if inner is None else tuple[inner, ...]
    return None


def _chart_of(node: ast.Assign) -> str:
    """The chart that an assignment takes whole: ``self.chart = pos.context.charts.combat``."""
    value = node.value
    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Attribute):
        return value.attr if value.value.attr == "charts" else ""
    return ""


def _classes(shape: type) -> Iterator[type]:
    yield shape
    for name, _ in _hints(shape).items():
        for inner in _within(_hints(shape)[name]):
            if is_dataclass(inner):
                yield from _classes(inner)


@dataclass(frozen=True)
class _Parts:
    """What matters in a scope, found once for all titles: what binds names, what reads."""

    binding: tuple[ast.AST, ...]
    reading: tuple[ast.Attribute | ast.Call, ...]

    @staticmethod
    @cache
    def of(scope: ast.AST) -> _Parts:
        binding: list[ast.AST] = []
        reading: list[ast.Attribute | ast.Call] = []
        for node in ast.walk(scope):
            if isinstance(node, ast.Assign | ast.For | ast.comprehension):
                binding.append(node)
            elif isinstance(node, ast.Attribute) or (
                isinstance(node, ast.Call) and _is(node.func, "getattr")
            ):
                reading.append(node)
        return _Parts(tuple(binding), tuple(reading))


class _Reader:
    """Follows one function; ``found`` collects what is read."""

    def __init__(
        self,
        shape: type,
        classes: Mapping[str, type],
        returns: Mapping[str, Any],
        found: set[Read],
    ) -> None:
        self.shape, self.classes, self.returns, self.found = shape, classes, returns, found
        self.names: dict[str, Any] = {}

    def follow(self, scope: ast.AST) -> None:
        if isinstance(scope, ast.FunctionDef | ast.Lambda):
            for arg in (*scope.args.args, *scope.args.kwonlyargs):
                kind = _noted(arg.annotation, self.classes)
                if kind is not None:
                    self.names[arg.arg] = kind
        parts = _Parts.of(scope)
        for _ in range(2):  # names bound below where they are used in a loop or comprehension
            for node in parts.binding:
                self._bind(node)
        for expression in parts.reading:
            if isinstance(expression, ast.Attribute):
                self.kind(expression)
            else:
                held = self.kind(expression.args[0])
                if isinstance(held, type) and is_dataclass(held):
                    self.found.update((held.__name__, item.name) for item in fields(held))

    def _bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            for name, one in pairs:
                if isinstance(name, ast.Name) and (kind := self.kind(one)) is not None:
                    self.names[name.id] = kind
        elif isinstance(node, ast.For | ast.comprehension):
            self._loop(node.target, node.iter)

    def _loop(self, target: ast.expr, over: ast.expr) -> None:
        if isinstance(over, ast.Call) and _is(over.func, "enumerate") and over.args:
            over = over.args[0]
            target = target.elts[1] if isinstance(target, ast.Tuple) else target
        items = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute)
        if items and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            target = target.elts[1]
        held = self.kind(over)
        inner = typing.get_args(held)
        if isinstance(target, ast.Name) and inner:
            self.names[target.id] = inner[-1] if inner[-1] is not Ellipsis else inner[0]

    def kind(self, node: ast.expr) -> Any:
        """The type of an expression, None when it is not known."""
        match node:
            case ast.Name(id=name):
                return self.names.get(name)
            case ast.IfExp(body=body):
                return self.kind(body)
            case ast.Attribute(value=value, attr="charts"):
                self.kind(value)
                return self.shape
            case ast.Attribute(value=value, attr=name):
                held = self.kind(value)
                if isinstance(held, type) and is_dataclass(held):
                    hints = _hints(held)
                    if name in hints:
                        self.found.add((held.__name__, name))
                        return hints[name]
                    return _of_property(held, name)
                return self.returns.get(name)
            case ast.Subscript(value=value):
                inner = typing.get_args(self.kind(value))
                return inner[-1] if inner and inner[-1] is not Ellipsis else (inner or (None,))[0]
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                return self._called(self.kind(value), name) or self.returns.get(name)
            case ast.Call(func=ast.Name(id=name)) if name in self.returns:
                return self.returns[name]
            case ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp(elt=elt), *_]):
                return self.kind(elt)
        return None

    def _called(self, held: Any, name: str) -> Any:
        inner = typing.get_args(held)
        if inner:
            return inner[-1] if name == "get" else held if name in ("values", "items") else None
        method = inspect.getattr_static(held, name, None) if isinstance(held, type) else None
        return _sole(_hints(method).get("return")) if callable(method) else None


def _of_property(held: type, name: str) -> Any:
    """What a property of a chart gives."""
    found = inspect.getattr_static(held, name, None)
    given = getattr(found, "func", None) or getattr(found, "fget", None)
    return _hints(given).get("return") if given else None


def _sole(kind: Any) -> Any:
    """The type of something that may be missing."""
    some = [one for one in typing.get_args(kind) if one is not type(None)]
    optional = type(None) in typing.get_args(kind) and len(some) == 1
    return some[0] if optional else kind


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name

"""What all tables share: the metadata, and the columns that many of them have."""

from enum import Enum

from sqlalchemy import Column, Enum as EnumType, ForeignKey, Integer, MetaData

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def choice(kind: type[Enum], name: str) -> EnumType:
    """Return a type that holds the values of `kind` and nothing else."""
    return EnumType(
        kind,
        name=name,
        native_enum=False,
        create_constraint=True,
        length=20,
        values_callable=lambda members: [member.value for member in members],
    )


def number() -> Column[int]:
    """Return the number by which a row is known, in the order of coming."""
    return Column("number", Integer, primary_key=True)


def to(column: str, target: str, *, nullable: bool = False) -> Column[int]:
    """Return a column that names a row of another table."""
    return Column(column, ForeignKey(target), nullable=nullable)

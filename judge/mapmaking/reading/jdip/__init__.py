"""The packs of jDip: `variants.xml` and the adjacency files it names."""
